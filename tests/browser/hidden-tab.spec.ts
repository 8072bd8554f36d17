import { composer, expect, findMatch, say, test } from '../kit/browser.ts'
import { aMember } from '../kit/named-visitors.ts'
import { showTab } from '../kit/show-tab.ts'

test('a hidden tab marks a match and waits for the member, receives messages unread, and changes days at midnight', async ({
  newVisitor,
}) => {
  const interest = `Hidden ${crypto.randomUUID().slice(0, 8)}`
  const [asha, ben] = [await aMember(newVisitor, interest), await aMember(newVisitor, interest)]
  await asha.page.clock.install()
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await showTab(asha.page, false)
  await findMatch(ben)
  const found = asha.page.getByRole('heading', { name: 'Match Found!' })
  await expect(found).toBeVisible()
  await expect(asha.page).toHaveTitle(/^Match Found! · Rapport/)
  await asha.page.clock.runFor(60_000)
  await composer(ben).waitFor()
  await say(ben, 'Hello there')
  await expect(found).toBeVisible()
  await showTab(asha.page, true)
  await expect(asha.page).toHaveTitle(/^Rapport/)
  await asha.page.clock.runFor(2_000)
  const log = asha.page.getByRole('log')
  await expect(log).toContainText('Hello there')
  await expect(log).toContainText('Today')
  const sent = ben.page.getByRole('log')
  await expect(sent).toContainText('Read')
  await showTab(asha.page, false)
  await say(ben, 'Gone again?')
  await expect(sent).toContainText('Delivered')
  await showTab(asha.page, true)
  await expect(sent).not.toContainText('Delivered')
  await asha.page.clock.fastForward(24 * 60 * 60_000)
  await expect(log).toContainText('Yesterday')
})
