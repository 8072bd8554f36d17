import type { Page } from '@playwright/test'
import { composer, expect, findMatch, say, test } from '../kit/browser.ts'
import { aMember } from '../kit/named-visitors.ts'
import { showTab } from '../kit/show-tab.ts'

/** Writes each notification to the page, which the browser of a test cannot show. */
const recordNotifications = (page: Page) =>
  page.addInitScript(() => {
    class Recorded extends EventTarget {
      static permission = 'default'
      static requestPermission() {
        Recorded.permission = 'granted'
        return Promise.resolve(Recorded.permission)
      }
      constructor(title: string, { body }: NotificationOptions) {
        super()
        document.documentElement.dataset.notified = `${title} ${body}`
      }
      close() {
        delete document.documentElement.dataset.notified
      }
    }
    Object.defineProperty(window, 'Notification', { value: Recorded })
  })

// covers: 8.4-match-found, beyond-match-in-hidden-tab, beyond-match-notification
test('a hidden tab marks a match and waits for the member, receives messages unread, and changes days at midnight', async ({
  newVisitor,
}) => {
  const interest = `Hidden ${crypto.randomUUID().slice(0, 8)}`
  const [asha, ben] = [await aMember(newVisitor, interest), await aMember(newVisitor, interest)]
  await recordNotifications(asha.page)
  await asha.page.reload()
  await asha.page.getByRole('button', { name: 'Settings' }).click()
  const setting = asha.page.getByRole('switch', { name: "Matches while you're in another tab" })
  await expect(setting).not.toBeChecked()
  await setting.press('Space')
  await expect(setting).toBeChecked()
  await asha.page.keyboard.press('Escape')
  await asha.page.clock.install()
  await ben.page.clock.install()
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await showTab(asha.page, false)
  await ben.page.clock.pauseAt(Date.now() + 60_000)
  await findMatch(ben)
  const found = asha.page.getByRole('heading', { name: 'Match Found!' })
  await expect(found).toBeVisible()
  await expect(asha.page).toHaveTitle(/^Match Found! · Rapport/)
  const notified = asha.page.locator('[data-notified]')
  const hello = `Match Found! Say hello to ${ben.profile.displayName}.`
  await expect(notified).toHaveAttribute('data-notified', hello)
  await asha.page.clock.runFor(60_000)
  // A key skips the match, and is not typed into the chat.
  await ben.page.getByRole('heading', { name: 'Match Found!' }).waitFor()
  await ben.page.keyboard.press('h')
  await ben.page.clock.resume()
  await expect(composer(ben)).toBeFocused()
  await expect(composer(ben)).toHaveValue('')
  await say(ben, 'Hello there')
  await expect(found).toBeVisible()
  await showTab(asha.page, true)
  await expect(asha.page).toHaveTitle(/^Rapport/)
  await expect(notified).toHaveCount(0)
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
