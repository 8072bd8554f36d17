import { expectAccessible } from '../kit/accessibility.ts'
import { aProfile, expect, registerDirectly } from '../kit/browser.ts'
import { test } from '../kit/desktop-browser.ts'
import { chooseInMenu } from '../kit/electron/menu.ts'

// covers: beyond-desktop-find-in-page
test('a member finds text in the page by keyboard alone', async ({ openDesktop }) => {
  const { page, desktop } = await openDesktop()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  desktop.window.webContents.text = 'One lake, two lakes.'
  const opened = page.context().waitForEvent('page')
  chooseInMenu(desktop, 'find')
  const bar = await opened
  const text = bar.getByRole('textbox', { name: 'Find in page' })
  await expect(text).toBeFocused()
  await bar.setViewportSize({ width: 400, height: 52 })
  await expectAccessible(bar, 'the find bar')
  await bar.keyboard.type('lake')
  await expect(bar.getByRole('status')).toHaveText('1 of 2')
  await bar.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('2 of 2')
  await bar.keyboard.press('Shift+Enter')
  await expect(bar.getByRole('status')).toHaveText('1 of 2')
  await bar.getByRole('button', { name: 'Previous match' }).press('Enter')
  await expect(bar.getByRole('status')).toHaveText('2 of 2')
  // The find bar follows the theme of the page.
  await page.evaluate(() => localStorage.setItem('ui-theme', 'dark'))
  await expect(bar.locator('html[data-theme="dark"]')).toHaveCount(1)
  await text.fill('ocean')
  await expect(bar.getByRole('status')).toHaveText('No results')
  await expect(bar.getByRole('button', { name: 'Next match' })).toBeDisabled()
  await text.fill('')
  await expect(bar.getByRole('status')).toBeEmpty()
  expect(await bar.evaluate(() => 'rapportDesktop' in window)).toBe(false)
  expect(await page.evaluate(() => 'findBar' in window)).toBe(false)
  const closed = bar.waitForEvent('close')
  // The page closes while the key is still down.
  await bar.keyboard.press('Escape').catch(() => undefined)
  await closed
  expect(desktop.window.webContents.isFocused()).toBe(true)
})

test('card payments open in the browser, because the app loads no third-party script', async ({
  openDesktop,
  server,
}) => {
  const { page } = await openDesktop(server.url, { context: { timezoneId: 'Asia/Kolkata' } })
  await registerDirectly(page, aProfile(['Paid elsewhere']))
  await page.goto('/pricing')
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor()
  const outside = page.waitForEvent('popup')
  await page
    .getByRole('button', { name: /Subscribe Now/ })
    .first()
    .click()
  expect(new URL((await outside).url()).pathname).toBe('/pricing')
  await expect(page.getByText('Pay in your browser').first()).toBeVisible()
  expect(await page.locator('script[src^="http"]').count()).toBe(0)
})

test('only the desktop app shows the desktop settings', async ({ openDesktop, newVisitor }) => {
  const { page, desktop } = await openDesktop()
  await registerDirectly(page, aProfile(['Settings of the desktop']))
  await expect.poll(() => desktop.trayItem('state')?.label).toBe('No active chat')
  await page.getByRole('button', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Desktop' })
  await section.getByRole('switch', { name: /Close to tray/ }).click()
  await expect(section.getByRole('switch', { name: /Close to tray/ })).not.toBeChecked()
  // The settings show a change from the tray at once.
  desktop.press('launch-at-login', true)
  await expect(section.getByRole('switch', { name: /Launch at login/ })).toBeChecked()
  desktop.press('launch-at-login', false)
  await section.getByLabel('Another server').fill('ftp://nowhere')
  await section.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(section.getByRole('alert')).toContainText('begins with https://')
  await expectAccessible(page, 'settings')

  const browser = await newVisitor()
  await registerDirectly(browser.page, aProfile(['Settings of a browser']))
  await browser.page.getByRole('button', { name: 'Settings' }).click()
  await expect(browser.page.getByRole('region', { name: 'Appearance' })).toBeVisible()
  await expect(browser.page.getByRole('region', { name: 'Desktop' })).toHaveCount(0)
})
