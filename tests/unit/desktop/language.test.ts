import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { msg, plural } from '@lingui/core/macro'
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#schema/languages.ts'
import { PRODUCT } from '#schema/product.ts'
import { loadTexts } from '../../../desktop/main/load-texts.ts'
import { withProduct } from '../../../scripts/product-texts.ts'
import { CHAT, type TestDesktop, type TestDesktopOptions } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'
import { type Translations, withTranslations } from '../../kit/translations.ts'

const SOURCES = resolve(import.meta.dirname, '../../../desktop')
/** The names of the values in the texts. */
const [product, unread] = ['', 0]
const GERMAN: Translations = [
  [msg({ message: '&File', context: 'menu' }), '&Datei'],
  [msg({ message: 'Edit', context: 'menu' }), 'Bearbeiten'],
  [msg({ message: 'Undo', context: 'menu' }), 'Rückgängig'],
  [msg({ message: 'Reload', context: 'menu' }), 'Aktualisieren'],
  [msg`Reload`, 'Neu laden'],
  [msg({ message: 'Copy', context: 'menu' }), 'Kopieren'],
  [msg`Find…`, 'Suchen …'],
  [msg`No active chat`, 'Kein aktiver Chat'],
  [msg`Open ${product}`, '{product} öffnen'],
  [msg`Muted Until ${{ time: '' }}: Unmute`, 'Stumm bis {time}: Ton an'],
  [msg`New message`, 'Neue Nachricht'],
  [msg`Open ${product} to read it.`, 'Öffne {product}, um sie zu lesen.'],
  [msg`${product} does not answer.`, '{product} antwortet nicht.'],
  [msg`MIT licence`, 'MIT-Lizenz'],
]
const ARABIC: Translations = [
  [msg({ message: '&File', context: 'menu' }), 'ملف'],
  [msg({ message: 'Edit', context: 'menu' }), 'تحرير'],
  [msg`Find…`, 'بحث…'],
  [msg`Find Match`, 'ابحث عن شريك'],
  [
    msg`${plural(unread, { one: '# unread message', other: '# unread messages' })}`,
    '{unread, plural, zero {لا رسائل} one {رسالة واحدة غير مقروءة} two {رسالتان غير مقروءتين} few {# رسائل غير مقروءة} many {# رسالة غير مقروءة} other {# رسالة غير مقروءة}}',
  ],
  [msg`${{ active: '' }} of ${{ matches: '' }}`, '{active} من {matches}'],
  [msg`MIT licence`, 'رخصة MIT'],
  [msg`Connect to ${{ address: '' }}`, 'اتصل بـ {address}'],
  [msg`Try again`, '<b> & "إعادة"'],
]
const TEXTS = withTranslations({ de: GERMAN, ar: ARABIC })
const inSystem = (...languages: string[]): TestDesktopOptions => ({
  loadTexts: TEXTS,
  prepare: ({ app }) => {
    app.languages = languages
  },
})

const menuOf = ({ double }: TestDesktop) => double.menus.application?.items ?? []
const labelsOf = (desktop: TestDesktop) => menuOf(desktop).map(({ label }) => label)
const withRole = (items: readonly MenuItemConstructorOptions[], role: string) =>
  items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])).find((item) => item.role === role)

describe('the language of the desktop app', () => {
  const start = useDesktops()

  // covers: beyond-desktop-language
  it('follows the system at the first start: its menus, tray and dialogs are German on a German system', async () => {
    const desktop = await start({
      ...inSystem('de-AT', 'en'),
      now: () => new Date(2026, 10, 20, 7, 5).getTime(),
    })
    expect(labelsOf(desktop).slice(0, 2)).toEqual(['&Datei', 'Bearbeiten'])
    const labels = ['undo', 'reload'].map((role) => withRole(menuOf(desktop), role)?.label)
    expect(labels).toEqual(['Rückgängig', 'Aktualisieren'])
    expect(desktop.trayItem('open')?.label).toBe(`${PRODUCT.name} öffnen`)
    desktop.press('mute-hour')
    expect(desktop.trayItem('unmute')?.label).toMatch(/^Stumm bis 0?8:05: Ton an$/)
    desktop.double.dialog.answer = 1
    desktop.window.webContents.emit('unresponsive')
    expect(desktop.double.dialog.asked).toMatchObject([
      { message: `${PRODUCT.name} antwortet nicht.`, buttons: ['Neu laden', 'Wait'] },
    ])
  })

  it('applies to notifications', async () => {
    const desktop = await start({ ...inSystem('de-DE'), kept: { hideMessageText: true } })
    desktop.window.hide()
    desktop.tellMessage('1')
    expect(desktop.standing().map(({ options }) => [options.title, options.body])).toEqual([
      ['Neue Nachricht', `Öffne ${PRODUCT.name}, um sie zu lesen.`],
    ])
  })

  it('falls back to English on a system in a language that the app does not speak', async () => {
    const desktop = await start(inSystem('sw', 'el-GR'))
    expect(labelsOf(desktop).slice(0, 2)).toEqual(['&File', 'Edit'])
  })

  // covers: beyond-desktop-language
  it('becomes the language of the page: menus, tray and about panel are made again', async () => {
    const desktop = await start(inSystem('de-DE'))
    desktop.tellState({ unread: [{ conversationId: CHAT, count: 2 }] })
    desktop.tellLanguage('ar')
    await expect.poll(() => labelsOf(desktop).slice(0, 2)).toEqual(['ملف', 'تحرير'])
    await desktop.connect()
    expect(desktop.trayItem('find-match')?.label).toBe('ابحث عن شريك')
    expect(desktop.trayItem('unread')?.label).toBe('رسالتان غير مقروءتين')
    expect(desktop.double.app.about).toMatchObject({ copyright: 'رخصة MIT' })
  })

  // covers: beyond-desktop-language-remembered
  it('returns at the next start, before the language of the system', async () => {
    const desktop = await start(inSystem('de-DE'))
    desktop.tellLanguage('ar')
    const file = join(desktop.home, 'data/settings.json')
    const settings = JSON.parse(await readFile(file, 'utf8'))
    expect(settings.language).toBe('ar')
    const next = await start({ ...inSystem('de-DE'), kept: settings })
    expect(labelsOf(next).slice(0, 2)).toEqual(['ملف', 'تحرير'])
  })

  it('follows the last change when the page changes it again before the texts are there', async () => {
    const arabic = Promise.withResolvers<void>()
    const desktop = await start({
      ...inSystem('en'),
      async loadTexts(language) {
        if (language === 'ar') await arabic.promise
        return TEXTS(language)
      },
    })
    desktop.tellLanguage('ar')
    desktop.tellLanguage('de')
    await expect.poll(() => labelsOf(desktop).slice(0, 2)).toEqual(['&Datei', 'Bearbeiten'])
    arabic.resolve()
    await new Promise(setImmediate)
    expect(labelsOf(desktop).slice(0, 2)).toEqual(['&Datei', 'Bearbeiten'])
  })

  it('stays if the texts of the other one cannot be read, which the log tells', async () => {
    const desktop = await start({
      ...inSystem('de-DE'),
      loadTexts: (language) => (language === 'ar' ? Promise.reject(new Error('no file')) : TEXTS(language)),
    })
    desktop.tellLanguage('ar')
    const log = () => readFile(join(desktop.home, 'data/logs/main.log'), 'utf8')
    await expect.poll(log).toContain('the texts in ar cannot be read')
    expect(labelsOf(desktop).slice(0, 2)).toEqual(['&Datei', 'Bearbeiten'])
  })

  const ODD: unknown[] = [
    '',
    'xx',
    'AR',
    'ar ',
    '../ar',
    '__proto__',
    'a'.repeat(100_000),
    null,
    7,
    true,
    ['ar'],
    { code: 'ar' },
  ]
  // covers: beyond-desktop-language-own-page
  it('ignores an odd value of the page', async () => {
    const desktop = await start(inSystem('de-DE'))
    for (const odd of ODD) desktop.tellLanguage(odd)
    await new Promise(setImmediate)
    expect(labelsOf(desktop).slice(0, 2)).toEqual(['&Datei', 'Bearbeiten'])
    const settings = JSON.parse(await readFile(join(desktop.home, 'data/settings.json'), 'utf8'))
    expect(settings.language ?? null).toBeNull()
  })

  // covers: beyond-desktop-language-own-page
  it('ignores a page that is not ours, and a frame', async () => {
    const desktop = await start(inSystem('de-DE'))
    const { mainFrame } = desktop.window.webContents
    for (const frame of [
      null,
      { ...mainFrame, url: 'https://evil.test/', origin: 'https://evil.test' },
      { ...mainFrame, parent: {} },
    ])
      desktop.tellLanguage('ar', desktop.sender(frame))
    desktop.tellLanguage('ar', { ...desktop.sender(), sender: {} })
    await new Promise(setImmediate)
    expect(labelsOf(desktop).slice(0, 2)).toEqual(['&Datei', 'Bearbeiten'])
  })

  // covers: beyond-desktop-catalogues
  it('comes with a catalogue for each language of the interface, with the same texts', async () => {
    const idsOf = async (language: Language) => Object.keys(await loadTexts(language)).sort()
    const english = await idsOf('en')
    expect(english.length).toBeGreaterThan(100)
    for (const { code } of LANGUAGES) expect([code, await idsOf(code)]).toEqual([code, english])
  })
})

describe('an open find bar', () => {
  const start = useDesktops()

  it('loads again in the new language with the last search, at the end of its lines', async () => {
    const desktop = await start(inSystem('en'))
    desktop.window.webContents.text = 'A lake. Another lake.'
    chooseInMenu(desktop, 'find')
    const [view] = desktop.window.contentView.children
    if (!view) throw new Error('the find bar is closed')
    await expect.poll(() => view.webContents.document).not.toBe('')
    const event = { sender: view.webContents, senderFrame: view.webContents.mainFrame }
    desktop.double.ipcMain.emit('find-bar:find', event, 'lake')
    const last = () => view.webContents.sent.at(-1)?.message
    await expect.poll(last).toEqual({ type: 'result', label: '1 of 2', matches: 2 })
    expect(view.getBounds().x).toBe(772)
    desktop.tellLanguage('ar')
    await expect.poll(last).toEqual({ type: 'result', label: '1 من 2', matches: 2 })
    expect(view.getBounds().x).toBe(8)
  })
})

describe('a page of the desktop app', () => {
  const start = useDesktops()

  /** Returns a page of the sources, as the main process answers it. */
  async function pageOf(desktop: TestDesktop, folder: string, address: string) {
    const source = await readFile(join(SOURCES, folder, `${folder}.html`), 'utf8')
    await writeFile(join(desktop.directory, folder, `${folder}.html`), withProduct(source))
    const answer = await desktop.handler(new Request(`rapport-app://app${address}`))
    return answer.text()
  }
  const away = { fetch: () => Promise.reject(new TypeError('fetch failed')) }

  it('shows texts in the language of the app, with its direction', async () => {
    const desktop = await start({ ...inSystem('ar'), ...away })
    const offline = await pageOf(desktop, 'offline', '/')
    expect(offline).toContain('<html lang="ar" dir="rtl"')
    expect(offline).toContain('data-connect-to="اتصل بـ {address}"')
    expect(offline).toContain('&lt;b&gt; &amp; &quot;إعادة&quot;')
    const findBar = await pageOf(desktop, 'find-bar', '/desktop/find-bar.html')
    expect(findBar).toContain('<html lang="ar" dir="rtl"')
    for (const page of [offline, findBar]) expect(page).not.toMatch(/%\w+%/)
  })

  it('shows the English texts in English', async () => {
    const desktop = await start({ ...inSystem('en'), ...away })
    const offline = await pageOf(desktop, 'offline', '/')
    expect(offline).toContain('<html lang="en" dir="ltr"')
    for (const text of [
      `<h1 id="state">Connecting to ${PRODUCT.name}…</h1>`,
      `data-offline="We cannot reach ${PRODUCT.name}."`,
      'Check your connection. The app keeps trying by itself.',
      '>Try again</button>',
      '>Your other servers</h2>',
      '>Server address</label>',
      'data-connect-to="Connect to {address}"',
      'data-unfit="Please enter an address that begins with https://"',
    ])
      expect(offline).toContain(text)
    const findBar = await pageOf(desktop, 'find-bar', '/desktop/find-bar.html')
    for (const text of ['Find in page', 'Previous match', 'Next match', 'Close'])
      expect(findBar).toContain(`aria-label="${text}"`)
  })
})
