import { composer, expect, say, test } from '../kit/browser.ts'
import { goBack } from '../kit/go-back.ts'
import { aMember, makePremium, meet, row } from '../kit/named-visitors.ts'

// covers: design-back-closes-layers
test('Back closes a dialog, the settings and a chat; Forward reopens them, and the chat goes on', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await aMember(newVisitor, 'Back again'), await aMember(newVisitor, 'Back again')]
  await makePremium(server.sql, asha)
  await asha.page.reload()
  const { page } = asha
  await meet(asha, ben)
  await composer(asha).fill('Half a sente')

  const home = page.getByRole('heading', { name: 'Your chat is still open' })
  await goBack(page, { from: 1 })
  await expect(home).toBeFocused()
  await say(ben, 'Still there?')
  await expect(page.getByRole('button', { name: 'Return to chat 1 new message' })).toBeVisible()
  await expect(row(asha, ben)).toContainText('1 unread')
  await page.goForward()
  await expect(composer(asha)).toHaveValue('Half a sente')
  await expect(composer(asha)).toBeFocused()
  await expect(page.getByRole('log')).toContainText('Still there?')
  await expect(row(asha, ben)).not.toContainText('unread')

  const settings = page.getByRole('dialog', { name: 'Settings' })
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(settings).toBeVisible()
  await goBack(page, { from: 2 })
  await expect(settings).toHaveCount(0)
  await expect(composer(asha)).toBeVisible()
  await page.goForward()
  await expect(settings).toBeVisible()
  await page.reload()
  await expect(settings).toBeVisible()
  // Closing by button removes the entry: the next Back closes the chat.
  await settings.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('dialog', { name: 'Report User' })).toBeVisible()
  await goBack(page, { from: 2 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(composer(asha)).toBeVisible()
  await goBack(page, { from: 1 })
  await expect(home).toBeVisible()
  await page.getByRole('button', { name: 'Return to chat' }).click()
  await say(asha, 'Yes, still here')
  await expect(ben.page.getByRole('log')).toContainText('Yes, still here')

  // The entry is removed with the chat. Back closes a search as well.
  await page.getByRole('button', { name: 'Find Another' }).click()
  await page.getByRole('button', { name: 'Are you sure?' }).click()
  await page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await goBack(page, { from: 1 })
  await expect(page.getByText('Search cancelled').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
})
