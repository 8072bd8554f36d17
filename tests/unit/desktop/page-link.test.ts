import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP_CHANNELS } from '#schema/desktop.ts'
import { createPageLink } from '../../../desktop/main/pages/page-link.ts'
import { CHAT, startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'
import { WindowDouble } from '../../kit/electron/window.ts'
import { eventually } from '../../kit/eventually.ts'

describe('a command from the tray or a notification', () => {
  let desktop: TestDesktop
  beforeEach(async () => {
    desktop = await startTestDesktop()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    return desktop.stop()
  })
  /** Reports a message and replies to its notification. */
  function reply(text: string, id: string, conversationId = CHAT) {
    const event = { id, kind: 'message', conversationId, partnerName: 'Juniper', text: 'Hello?' }
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS.event, desktop.sender(), event)
    desktop.standing().at(-1)?.reply(text)
  }
  /** Waits until the window has loaded the home page again after its start. */
  const cameHome = () => eventually(() => expect(desktop.window.webContents.history).toHaveLength(2))
  const replies = () => desktop.told('reply').map(({ text }) => text)

  it('goes to the open page even after a refused navigation', async () => {
    await desktop.connect()
    desktop.tellState({ phase: 'chat', openId: CHAT })
    expect(desktop.window.webContents.follow('mailto:support@rapport.example')).toBe(false)
    expect(desktop.trayItem('state')?.label).toBe('In a chat')
    desktop.window.hide()
    reply('Still here.', '1')
    expect(replies()).toEqual(['Still here.'])
    desktop.window.webContents.follow('rapport-app://app/pricing')
    expect(desktop.trayItem('find-another')?.enabled).toBe(false)
  })

  it('waits for a member’s page: every reply, and the last other command', async () => {
    desktop.window.hide()
    reply('One', '1')
    reply('Two', '2')
    desktop.press('find-match')
    desktop.window.hide()
    desktop.tellMessage('3')
    desktop.standing().at(-1)?.click()
    await cameHome()
    desktop.tellState({ phase: 'idle' })
    expect(replies()).toEqual(['One', 'Two'])
    expect(desktop.told('open-conversation')).toHaveLength(1)
    expect(desktop.told('find-match')).toEqual([])
  })

  // covers: beyond-desktop-tray-command
  it('does not reach the page that is being left', async () => {
    const contents = desktop.window.webContents
    let arrive: () => void = () => undefined
    contents.load = (url) =>
      new Promise((resolve) => {
        arrive = () => {
          contents.commit(url)
          resolve()
        }
      })
    desktop.press('find-match')
    desktop.tellState({ phase: 'idle' })
    expect(desktop.told('find-match')).toEqual([])
    arrive()
    expect(desktop.told('find-match')).toEqual([])
    desktop.tellState({ phase: 'idle' })
    expect(desktop.told('find-match')).toHaveLength(1)
  })

  it('goes to the current page when the navigation home fails', async () => {
    let fail: () => void = () => undefined
    desktop.window.webContents.load = () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('ERR_ABORTED'))
      })
    desktop.press('find-match')
    desktop.tellState({ phase: 'idle' })
    fail()
    await eventually(() => expect(desktop.told('find-match')).toHaveLength(1))
  })

  // covers: beyond-desktop-quick-reply-outcome
  it('expires after a minute, and a reply is reported as not sent', async () => {
    desktop.window.hide()
    reply('One', '1')
    desktop.press('find-match')
    await cameHome()
    vi.advanceTimersByTime(61_000)
    desktop.tellState({ phase: 'idle' })
    expect([...replies(), ...desktop.told('find-match')]).toEqual([])
    expect(desktop.standing().map(({ options }) => [options.title, options.body])).toEqual([
      ['Not sent', 'Your reply: One'],
    ])
    desktop.standing()[0]?.click()
    expect(desktop.told('open-conversation')).toEqual([{ type: 'open-conversation', conversationId: CHAT }])
  })

  it('counts as not sent for each conversation whose reply did not go out', async () => {
    desktop.window.hide()
    reply('One', '1')
    reply('Two', '2', CHAT.replace('c1', 'c2'))
    await cameHome()
    vi.advanceTimersByTime(61_000)
    expect(desktop.standing().map(({ options }) => options.body)).toEqual([
      'Your reply: One',
      'Your reply: Two',
    ])
  })

  it('does not count as not sent once it was sent', async () => {
    desktop.window.hide()
    reply('One', '1')
    await cameHome()
    desktop.tellState({ phase: 'idle' })
    vi.advanceTimersByTime(61_000)
    expect(desktop.standing()).toEqual([])
  })
})

describe('two navigations home at the same time', () => {
  it('keep the commands for the later one when the earlier one ends', async () => {
    const ends: (() => void)[] = []
    const window = new WindowDouble()
    window.loadURL = () => new Promise((resolve) => ends.push(resolve))
    const sent: string[] = []
    const page = createPageLink({
      window: window as unknown as Electron.BrowserWindow,
      send: ({ type }) => void sent.push(type),
      onState: () => undefined,
      onNotSent: () => undefined,
    })
    page.command({ type: 'find-match' })
    window.webContents.emit('did-navigate')
    page.command({ type: 'open-settings' })
    page.hear({ phase: 'idle', openId: null, unread: [], knocks: [], ring: 'none' })
    ends[0]?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(sent).toEqual([])
    ends[1]?.()
    await expect.poll(() => sent).toEqual(['open-settings'])
  })
})
