import type { Page } from '@playwright/test'
import { composer, expect, findMatch, say, test } from '../kit/browser.ts'
import { aMember } from '../kit/named-visitors.ts'

/** Shows or hides the tab for its page: Chromium keeps every tab of a test visible. */
const become = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('a match in a hidden tab marks the tab and waits for the member', async ({ newVisitor }) => {
  const interest = `Hidden ${crypto.randomUUID().slice(0, 8)}`
  const [asha, ben] = [await aMember(newVisitor, interest), await aMember(newVisitor, interest)]
  await asha.page.clock.install()
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await become(asha.page, 'hidden')
  await findMatch(ben)
  const found = asha.page.getByRole('heading', { name: 'Match Found!' })
  await expect(found).toBeVisible()
  await expect(asha.page).toHaveTitle(/^Match Found! · Rapport/)
  await asha.page.clock.runFor(60_000)
  await composer(ben).waitFor()
  await say(ben, 'Hello there')
  await expect(found).toBeVisible()
  await become(asha.page, 'visible')
  await expect(asha.page).toHaveTitle(/^Rapport/)
  await asha.page.clock.runFor(2_000)
  await expect(asha.page.getByRole('log')).toContainText('Hello there')
})
