import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES } from '#schema/languages.ts'
import { expectAccessible } from '../kit/accessibility.ts'
import { expect } from '../kit/browser.ts'
import { test } from '../kit/desktop-browser.ts'
import { chooseInMenu } from '../kit/electron/menu.ts'
import { itemOf } from '../kit/electron/parts.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Returns the translation of a desktop text without values and without a context. */
function translated(language: string, english: string): string {
  const catalogue = readFileSync(join(ROOT, `locales/${language}/desktop.po`), 'utf8')
  const id = `\nmsgid ${JSON.stringify(english)}\nmsgstr `
  const entry = catalogue.split('\n\n').find((one) => one.includes(id) && !one.includes('msgctxt'))
  if (entry === undefined) throw new Error(`the catalogue has no ${english}`)
  return JSON.parse(entry.slice(entry.indexOf(id) + id.length))
}
const inSystem = (language: string) => ({
  context: { locale: language },
  prepare: ({ app }: { app: { languages: string[] } }) => {
    app.languages = [language]
  },
})

// covers: beyond-desktop-language
test('the first start on a German system shows German in the page, the menu and the tray', async ({
  openDesktop,
}) => {
  const { page, desktop } = await openDesktop(undefined, inSystem('de-DE'))
  await expect(page.locator('html[lang="de"][dir="ltr"]')).toHaveCount(1)
  expect(desktop.trayItem('mute-hour')?.label).toBe(translated('de', 'Mute for 1 Hour'))
  const item = itemOf(desktop.double.menus.application?.items ?? [], 'open-log-folder')
  expect(item?.label).toBe(translated('de', 'Open Log Folder'))
  const settings = () => readFile(join(desktop.home, 'data/settings.json'), 'utf8')
  await expect.poll(async () => JSON.parse(await settings()).language).toBe('de')
})

// covers: beyond-desktop-right-to-left
test('the app follows a page that changes to Arabic, and its find bar runs from right to left', async ({
  openDesktop,
}) => {
  const { page, desktop } = await openDesktop(undefined, inSystem('en-GB'))
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  desktop.window.webContents.text = 'One lake, two lakes.'
  await page.evaluate(() => localStorage.setItem('language', 'ar'))
  await page.reload()
  await expect(page.locator('html[lang="ar"][dir="rtl"]')).toHaveCount(1)
  await expect.poll(() => desktop.trayItem('mute-hour')?.label).toBe(translated('ar', 'Mute for 1 Hour'))
  const opened = page.context().waitForEvent('page')
  chooseInMenu(desktop, 'find')
  const bar = await opened
  await expect(bar.locator('html[lang="ar"][dir="rtl"]')).toHaveCount(1)
  await bar.setViewportSize({ width: 400, height: 52 })
  const text = bar.getByRole('textbox', { name: translated('ar', 'Find in page') })
  await text.fill('lake')
  await expect(bar.getByRole('status')).toContainText('2')
  const close = bar.getByRole('button', { name: translated('ar', 'Close') })
  const [left, right] = [await close.boundingBox(), await text.boundingBox()]
  expect(left && right && left.x < right.x).toBe(true)
  expect(await bar.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
  await expectAccessible(bar, 'the find bar in Arabic')
})

// covers: beyond-desktop-right-to-left
test('the page without a server is Arabic on an Arabic system and runs from right to left', async ({
  openDesktop,
}) => {
  const { page } = await openDesktop('http://localhost:9', inSystem('ar-EG'))
  await expect(page.locator('main[data-state="offline"]')).toHaveCount(1)
  await expect(page.locator('html[lang="ar"][dir="rtl"]')).toHaveCount(1)
  await page.setViewportSize({ width: 640, height: 780 })
  const retry = page.getByRole('button', { name: translated('ar', 'Try again') })
  const [button, main] = [await retry.boundingBox(), await page.locator('main').boundingBox()]
  if (!button || !main) throw new Error('the page has no button')
  // The button stands at the start of its line: on the right.
  expect(button.x + button.width).toBeGreaterThan(main.x + main.width / 2)
  await page.getByLabel(translated('ar', 'Server address')).fill('ftp://nowhere')
  await page.getByRole('button', { name: translated('ar', 'Connect'), exact: true }).click()
  const unfit = translated('ar', 'Please enter an address that begins with https://')
  await expect(page.getByRole('alert')).toHaveText(unfit)
  expect(await page.content()).not.toMatch(/%\w+%/)
  await expectAccessible(page, 'offline in Arabic')
})

// covers: beyond-desktop-catalogues
test('the build of the desktop app contains the texts of every language', async () => {
  const built = await Promise.all(
    LANGUAGES.map(({ code }) => readFile(join(ROOT, `dist/desktop/texts/${code}.cjs`), 'utf8')),
  )
  expect(built.map((text) => text.length > 1_000)).toEqual(LANGUAGES.map(() => true))
})
