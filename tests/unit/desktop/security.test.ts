import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'
import { preventable } from '../../kit/electron/contents.ts'

const OURS = 'rapport-app://app/'

describe('the boundaries of the desktop app', () => {
  let desktop: TestDesktop
  beforeEach(async () => {
    desktop = await startTestDesktop()
  })
  afterEach(() => desktop.stop())

  // covers: beyond-desktop-security-checklist
  it('keep pages in the sandbox, isolated from the preload, without Node and webviews', () => {
    expect(desktop.window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    })
    expect(desktop.window.options.webPreferences).not.toHaveProperty('enableBlinkFeatures')
    expect(desktop.double.app.sandboxed).toBe(true)
    const webview = preventable()
    desktop.window.webContents.emit('will-attach-webview', webview)
    expect(webview.defaultPrevented).toBe(true)
  })

  // covers: beyond-desktop-appimage-sandbox
  it('leave the sandbox setting to an AppImage’s start script', async () => {
    const without = await startTestDesktop({ argv: ['rapport', '--no-sandbox'] })
    expect(without.double.app.sandboxed).toBe(false)
    expect(without.window.options.webPreferences?.sandbox).toBe(true)
    await without.stop()
    const windows = await startTestDesktop({ platform: 'win32', argv: ['rapport', '--no-sandbox'] })
    expect(windows.double.app.sandboxed).toBe(true)
    await windows.stop()
  })

  it('give the scheme of the pages the rights of a web page, and no more', () => {
    expect(desktop.double.protocol.privileged).toEqual([
      {
        scheme: 'rapport-app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ])
  })

  it.each([
    ['geolocation', OURS, true],
    ['notifications', OURS, true],
    ['clipboard-sanitized-write', OURS, true],
    ['media', OURS, false],
    ['clipboard-read', OURS, false],
    ['openExternal', OURS, false],
    ['hid', OURS, false],
    ['geolocation', 'https://evil.test/', false],
    ['notifications', 'rapport-app://other/', false],
    ['geolocation', '', false],
  ])('decide the permission %s for %s: %s', async (permission, origin, granted) => {
    expect(await desktop.double.session.grants(permission, origin)).toBe(granted)
  })

  it('give no permission to a frame, and no device or screen to a page', async () => {
    expect(await desktop.double.session.grants('geolocation', OURS, false)).toBe(false)
    expect(desktop.double.session.devices?.()).toBe(false)
    expect(await desktop.double.session.sharesScreen()).toBe(false)
  })

  it.each([
    ['rapport-app://app/pricing', true, []],
    ['https://elsewhere.test/page', false, ['https://elsewhere.test/page']],
    ['http://elsewhere.test/', false, []],
    ['mailto:support@rapport.example?subject=Hello', false, ['mailto:support@rapport.example?subject=Hello']],
    ['mailto:support@rapport.example?attach=/etc/passwd', false, []],
    ['mailto:somebody@elsewhere.test', false, []],
    ['file:///etc/passwd', false, []],
    ['javascript:alert(1)', false, []],
    ['smb://server/share', false, []],
    ['https://user:secret@elsewhere.test/', false, []],
    ['rapport-app://app.evil.test/', false, []],
  ])('let a page navigate to %s: %s', (url, followed, outside) => {
    expect(desktop.window.webContents.follow(url)).toBe(followed)
    expect(desktop.double.outside).toEqual(outside)
  })

  it('stop frames from navigating, and redirects from leaving the app', () => {
    expect(desktop.window.webContents.follow('https://elsewhere.test/', false)).toBe(false)
    expect(desktop.window.webContents.follow('rapport-app://app/terms', false)).toBe(false)
    expect(desktop.double.outside).toEqual([])
    const redirect = preventable({ url: 'https://elsewhere.test/' })
    desktop.window.webContents.emit('will-redirect', redirect)
    expect(redirect.defaultPrevented).toBe(true)
  })

  it.each([
    ['https://www.paypal.com/checkoutnow?token=1', ['https://www.paypal.com/checkoutnow?token=1']],
    ['rapport-app://app/terms', []],
    ['ms-settings:display', []],
    ['not an address', []],
  ])('open no window for %s; only https goes to the browser', (url, outside) => {
    expect(desktop.window.webContents.open(url)).toBe('deny')
    expect(desktop.double.outside).toEqual(outside)
  })
})
