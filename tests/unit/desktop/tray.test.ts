import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHAT, startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'

const MORNING = new Date(2026, 10, 20, 9, 30).getTime()

describe('the tray', () => {
  let desktop: TestDesktop
  let now: number
  beforeEach(async () => {
    now = MORNING
    desktop = await startTestDesktop({ now: () => now })
  })
  afterEach(() => desktop.stop())
  const glyph = () => basename(desktop.double.tray().image.path)

  // covers: beyond-desktop-tray-state
  it('shows the state of the chat, and whether the server is reachable', async () => {
    expect(desktop.trayItem('state')?.label).toBe('No active chat')
    const disconnect = await desktop.connect()
    for (const [phase, label, picture] of [
      ['idle', 'No active chat', 'tray-idle-light.png'],
      ['searching', 'Finding a match…', 'tray-searching-light.png'],
      ['chat', 'In a chat', 'tray-chat-light.png'],
    ] as const) {
      desktop.tellState({ phase })
      expect(desktop.trayItem('state')?.label).toBe(label)
      expect(glyph()).toBe(picture)
    }
    await disconnect()
    expect(desktop.trayItem('state')?.label).toBe('Offline')
    expect(glyph()).toBe('tray-offline-light.png')
    await desktop.connect()
    expect(desktop.trayItem('state')?.label).toBe('In a chat')
  })

  // covers: beyond-ring-desktop
  it('shows a search that goes on while the window is closed', async () => {
    await desktop.connect()
    desktop.tellState({ phase: 'searching', ring: 'set' })
    desktop.window.close()
    expect([desktop.trayItem('state')?.label, glyph()]).toEqual(['Searching', 'tray-searching-light.png'])
    expect(desktop.trayItem('find-match')?.enabled).toBe(false)
    // The page stays open, with its search.
    expect([desktop.window.isVisible(), desktop.window.isDestroyed()]).toEqual([false, false])
    desktop.tellState({ phase: 'searching', ring: 'ringing' })
    expect(desktop.trayItem('state')?.label).toBe('Someone was found')
  })

  it('follows the theme of the panel, and uses a template image on macOS', async () => {
    const windows = await startTestDesktop({ platform: 'win32' })
    const { nativeTheme, tray } = windows.double
    nativeTheme.shouldUseDarkColors = true
    nativeTheme.emit('updated')
    expect(basename(tray().image.path)).toBe('tray-idle-dark.png')
    nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = true
    nativeTheme.emit('updated')
    expect(basename(tray().image.path)).toBe('tray-idle-light.png')
    await windows.stop()
    const mac = await startTestDesktop({ platform: 'darwin' })
    expect(mac.double.tray().image).toMatchObject({ template: true })
    await mac.stop()
  })

  // covers: beyond-desktop-unread-badge
  it('counts unread messages in its menu and on the app’s icon', async () => {
    await desktop.connect()
    const other = CHAT.replace('c1', 'c2')
    desktop.tellState({
      unread: [
        { conversationId: CHAT, count: 2 },
        { conversationId: other, count: 1 },
      ],
    })
    expect(desktop.trayItem('unread')?.label).toBe('3 unread messages')
    expect(desktop.double.tray().tip).toBe('Rapport: No active chat, 3 unread messages')
    expect(glyph()).toBe('tray-idle-unread-light.png')
    expect(desktop.double.app.badge).toBe(3)
    desktop.tellState({ unread: [{ conversationId: CHAT, count: 1 }] })
    expect(desktop.trayItem('unread')?.label).toBe('1 unread message')
    desktop.tellState({})
    expect([desktop.trayItem('unread'), desktop.double.app.badge]).toEqual([null, 0])
    const windows = await startTestDesktop({ platform: 'win32' })
    windows.tellState({ unread: [{ conversationId: CHAT, count: 1 }] })
    const badge = () => (windows.window.overlay?.image as { path: string } | null)?.path
    expect(basename(badge() ?? '')).toBe('badge-1.png')
    windows.tellState({ unread: [{ conversationId: CHAT, count: 12 }] })
    expect(basename(badge() ?? '')).toBe('badge-more.png')
    windows.tellState({})
    expect(windows.window.overlay?.image).toBeNull()
    await windows.stop()
  })

  // covers: beyond-desktop-tray-click
  it.each([
    ['linux', true],
    ['win32', true],
    ['darwin', false],
  ] as const)('opens the window by a click on %s: %s', async (platform, opens) => {
    const other = await startTestDesktop({ platform })
    other.window.hide()
    other.double.tray().emit('click', {}, {}, {})
    expect(other.window.isVisible()).toBe(opens)
    await other.stop()
  })

  it('opens the window', () => {
    desktop.window.close()
    desktop.press('open')
    expect(desktop.window.isFocused()).toBe(true)
  })

  it('starts a search from any page', async () => {
    await desktop.connect()
    desktop.tellState({ phase: 'idle' })
    desktop.press('find-match')
    expect(desktop.told('find-match')).toHaveLength(1)
    await desktop.window.loadURL('rapport-app://app/pricing')
    desktop.press('find-match')
    expect(desktop.told('find-match')).toHaveLength(1)
    await expect.poll(() => desktop.window.webContents.mainFrame.url).toBe('rapport-app://app/')
    desktop.tellState({ phase: 'idle' })
    await expect.poll(() => desktop.told('find-match')).toHaveLength(2)
    desktop.tellState({ phase: 'searching' })
    expect(desktop.trayItem('find-match')?.enabled).toBe(false)
  })

  // covers: beyond-desktop-find-match-from-tray
  it('runs Find Another only in a chat and after a confirmation', async () => {
    await desktop.connect()
    desktop.tellState({ phase: 'idle' })
    expect(desktop.trayItem('find-another')?.enabled).toBe(false)
    desktop.tellState({ phase: 'chat', openId: CHAT })
    desktop.double.dialog.answer = 1
    desktop.press('find-another')
    await expect.poll(() => desktop.double.dialog.asked.length).toBe(1)
    expect(desktop.told('find-another')).toHaveLength(0)
    desktop.double.dialog.answer = 0
    desktop.window.hide()
    desktop.press('find-another')
    await expect.poll(() => desktop.told('find-another').length).toBe(1)
  })

  // covers: beyond-desktop-mute
  it('mutes for an hour or until tomorrow, and unmutes', () => {
    desktop.window.hide()
    desktop.press('mute-hour')
    expect(desktop.trayItem('unmute')?.label).toBe('Muted Until 10:30 AM: Unmute')
    desktop.tellMessage('1')
    expect(desktop.standing()).toEqual([])
    now += 3_600_001
    desktop.tellMessage('2')
    expect(desktop.standing()).toHaveLength(1)
    desktop.double.powerMonitor.emit('resume')
    desktop.press('mute-tomorrow')
    now = new Date(2026, 10, 21, 7, 59).getTime()
    desktop.tellMessage('3')
    expect(desktop.double.notifications).toHaveLength(1)
    now = new Date(2026, 10, 21, 8, 1).getTime()
    desktop.tellMessage('4')
    expect(desktop.double.notifications).toHaveLength(2)
    now = MORNING
    desktop.press('unmute')
    expect(desktop.trayItem('mute-hour')).not.toBeNull()
  })

  it('offers to mute again after the hour, and redraws once', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      desktop.press('mute-hour')
      desktop.tellState({ phase: 'idle' })
      desktop.tellState({ phase: 'chat' })
      const drawn = vi.spyOn(desktop.double.tray(), 'setContextMenu')
      now += 3_600_000
      vi.advanceTimersByTime(3_599_999)
      expect(drawn).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(desktop.trayItem('mute-hour')).not.toBeNull()
      expect(drawn).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })

  // covers: beyond-desktop-launch-at-login
  it('sets the launch at login by the means of the platform', async () => {
    const entry = join(desktop.home, 'config/autostart/rapport.desktop')
    desktop.press('launch-at-login', true)
    await expect.poll(() => existsSync(entry)).toBe(true)
    expect(await readFile(entry, 'utf8')).toContain('Exec="/opt/Rapport/rapport" --hidden')
    expect(desktop.trayItem('launch-at-login')?.checked).toBe(true)
    desktop.press('launch-at-login', false)
    await expect.poll(() => existsSync(entry)).toBe(false)
    const mac = await startTestDesktop({ platform: 'darwin' })
    mac.press('launch-at-login', true)
    await expect.poll(() => mac.double.app.loginItem).toEqual({ openAtLogin: true })
    await mac.stop()
    const windows = await startTestDesktop({ platform: 'win32' })
    windows.press('launch-at-login', true)
    await expect.poll(() => windows.double.app.loginItem).toEqual({ openAtLogin: true, args: ['--hidden'] })
    await windows.stop()
  })

  it('updates the program’s path in the login entry after an update, and keeps the rest', async () => {
    const start = (program: string, configDir?: string) =>
      startTestDesktop({
        program,
        kept: { launchAtLogin: true },
        prepare({ app }) {
          app.isPackaged = true
          if (configDir) app.paths.appData = configDir
        },
      })
    const appData = join(desktop.home, 'config')
    const entry = join(appData, 'autostart/rapport.desktop')
    // A member who deleted the entry by hand does not want it back.
    const without = await start('/apps/Rapport-2.AppImage', appData)
    expect(existsSync(entry)).toBe(false)
    await without.stop()
    desktop.press('launch-at-login', true)
    await expect.poll(() => existsSync(entry)).toBe(true)
    await appendFile(entry, 'X-GNOME-Autostart-enabled=false\n')
    const updated = await start('/apps/Rapport-2.AppImage', appData)
    const written = await readFile(entry, 'utf8')
    expect(written).toContain('Exec="/apps/Rapport-2.AppImage" --hidden')
    expect(written).not.toContain('/opt/Rapport')
    expect(written).toContain('X-GNOME-Autostart-enabled=false')
    await updated.stop()
  })

  it('quits the app', async () => {
    desktop.press('quit')
    await expect.poll(() => desktop.window.isDestroyed()).toBe(true)
    await expect.poll(() => desktop.double.app.ended).toBe(true)
  })
})
