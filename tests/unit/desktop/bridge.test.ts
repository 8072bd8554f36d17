import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS, type DesktopSettings } from '#schema/desktop.ts'
import { CHAT, SERVER, startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'
import { WindowDouble } from '../../kit/electron/window.ts'

const DEFAULTS: DesktopSettings = {
  hideMessageText: false,
  launchAtLogin: false,
  closeToTray: true,
  serverAddress: SERVER,
  servers: [SERVER],
}

describe('the bridge', () => {
  let desktop: TestDesktop
  beforeEach(async () => {
    desktop = await startTestDesktop()
  })
  afterEach(() => desktop.stop())
  const change = (settings: unknown, from: unknown = desktop.sender()) =>
    desktop.double.ipcMain.invoke(DESKTOP_CHANNELS.changeSettings, from, settings)
  const read = (from: unknown = desktop.sender()) =>
    desktop.double.ipcMain.invoke(DESKTOP_CHANNELS.readSettings, from)

  it('reads and changes the settings, and reports other changes to the page', async () => {
    expect(await read()).toEqual(DEFAULTS)
    expect(await change({ closeToTray: false })).toEqual({ ...DEFAULTS, closeToTray: false })
    desktop.press('launch-at-login', true)
    await expect.poll(() => desktop.told('settings').at(-1)?.settings.launchAtLogin).toBe(true)
  })

  // covers: beyond-desktop-ipc-checked
  it.each([
    ['a page of another origin', { url: 'https://evil.test/', origin: 'https://evil.test', parent: null }],
    ['a look-alike host', { url: 'rapport-app://app.evil/', origin: 'rapport-app://app.evil', parent: null }],
    ['a page without an origin', { url: 'rapport-app://app/', origin: 'null', parent: null }],
    ['a frame within the page', { url: 'rapport-app://app/', origin: 'rapport-app://app', parent: {} }],
    ['a frame that is gone', null],
  ])('does not answer %s', async (_, frame) => {
    const from = desktop.sender(frame)
    await expect(read(from)).rejects.toThrow('our own page')
    await expect(change({ closeToTray: false }, from)).rejects.toThrow('our own page')
    desktop.window.hide()
    const event = { id: '1', kind: 'message', conversationId: CHAT, partnerName: 'x', text: 'x' }
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS.event, from, event)
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS.state, from, {
      phase: 'chat',
      openId: null,
      unread: [],
      knocks: [],
      ring: 'none',
    })
    desktop.window.show()
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS.hideQuietly, from)
    expect(desktop.window.isVisible()).toBe(true)
    expect(desktop.double.notifications).toEqual([])
    expect(desktop.trayItem('find-another')?.enabled).toBe(false)
  })

  it('does not answer another window', async () => {
    const { webContents } = new WindowDouble()
    await expect(
      read({ sender: webContents, senderFrame: desktop.window.webContents.mainFrame }),
    ).rejects.toThrow()
  })

  it.each([
    { closeToTray: 'yes' },
    { unknown: true },
    { bounds: null },
    { servers: ['https://other.test'] },
    { serverAddress: 'http://rapport.test' },
    { serverAddress: 'https://user:secret@rapport.test' },
    { serverAddress: 'file:///etc/passwd' },
    { serverAddress: 'javascript:alert(1)' },
    null,
    'closeToTray',
  ])('refuses the change %j', async (settings) => {
    await expect(change(settings)).rejects.toThrow()
    expect(await read()).toEqual(DEFAULTS)
    expect(desktop.double.dialog.asked).toEqual([])
  })

  it.each([
    ['state', { phase: 'dancing', openId: null, unread: [], knocks: [], ring: 'none' }],
    ['state', { phase: 'chat', openId: '../etc', unread: [], knocks: [], ring: 'none' }],
    [
      'state',
      {
        phase: 'chat',
        openId: null,
        unread: [{ conversationId: CHAT, count: -1 }],
        knocks: [],
        ring: 'none',
      },
    ],
    ['state', { phase: 'chat', openId: null, unread: [], knocks: [], ring: 'loud' }],
    ['event', { id: '1', kind: 'message', conversationId: 'x', partnerName: 'x', text: 'x' }],
    ['event', { id: '1', kind: 'shell', conversationId: CHAT, partnerName: 'x', text: 'x' }],
    ['event', { id: '1', kind: 'message', conversationId: CHAT, partnerName: 'x', text: 'x'.repeat(20_000) }],
  ] as const)('drops messages of an invalid shape: %s %j', (channel, told) => {
    desktop.window.hide()
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS[channel], desktop.sender(), told)
    expect(desktop.double.notifications).toEqual([])
    expect(desktop.trayItem('find-another')?.enabled).toBe(false)
  })

  // covers: beyond-desktop-server-change
  it('connects to another server only after a confirmation, without data of the old one', async () => {
    desktop.double.dialog.answer = 1
    expect(await change({ serverAddress: 'https://other.test/path' })).toEqual(DEFAULTS)
    expect(desktop.double.session.cleared).toBe(0)
    desktop.double.dialog.answer = 0
    const changed = await change({ serverAddress: 'https://other.test/path' })
    expect(changed).toMatchObject({ serverAddress: 'https://other.test' })
    expect(desktop.double.dialog.asked.at(-1)?.message).toBe('Connect to https://other.test?')
    expect(desktop.double.dialog.asked.at(-1)?.detail).toBe(
      `Your login to ${SERVER} is kept on this device. A chat that is open there ends.`,
    )
    expect(desktop.double.session.cleared).toBe(1)
    const page = await desktop.handler(new Request('rapport-app://app/'))
    expect(page.headers.get('content-security-policy')).toContain('wss://other.test')
  })
})
