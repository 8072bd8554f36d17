import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS, type DesktopSettings, MAX_SERVERS } from '#schema/desktop.ts'
import { FIND_BAR_CHANNELS } from '#schema/find-bar.ts'
import { CHAT, SERVER, type TestDesktop } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'

const OTHER = 'https://other.test'
const THIRD = 'https://third.test'

describe('the servers of the desktop app', () => {
  const start = useDesktops()
  const invoke = (
    { double, sender }: TestDesktop,
    channel: 'changeSettings' | 'forgetServer' | 'readSettings' | 'readToken' | 'keepToken',
    ...given: unknown[]
  ) => double.ipcMain.invoke(DESKTOP_CHANNELS[channel], sender(), ...given)
  const connect = async (desktop: TestDesktop, serverAddress: string) => {
    await invoke(desktop, 'changeSettings', { serverAddress })
    await opened(desktop)
  }
  const opened = ({ window }: TestDesktop) =>
    expect.poll(() => window.webContents.mainFrame.url).toBe('rapport-app://app/')
  const serversOf = async (desktop: TestDesktop) =>
    ((await invoke(desktop, 'readSettings')) as DesktopSettings).servers
  const vaultOf = ({ home }: TestDesktop) => readFile(join(home, 'data/session.json'), 'utf8')

  it('stay in the settings file, the open one first', async () => {
    const desktop = await start()
    await connect(desktop, OTHER)
    await connect(desktop, THIRD)
    await connect(desktop, OTHER)
    expect(await serversOf(desktop)).toEqual([OTHER, THIRD, SERVER])
    const kept = JSON.parse(await readFile(join(desktop.home, 'data/settings.json'), 'utf8'))
    expect(kept.servers).toEqual([OTHER, THIRD, SERVER])
  })

  it('include the server from the settings of an earlier version, which list none', async () => {
    const desktop = await start({ kept: { serverAddress: OTHER } })
    expect(await serversOf(desktop)).toEqual([OTHER])
  })

  // covers: beyond-desktop-servers
  it('keep a login each: the member returns logged in, and no server receives another’s token', async () => {
    const desktop = await start()
    await invoke(desktop, 'keepToken', 'token-of-the-first')
    await connect(desktop, OTHER)
    expect(await invoke(desktop, 'readToken')).toBeNull()
    await invoke(desktop, 'keepToken', 'token-of-the-other')
    await connect(desktop, SERVER)
    expect(await invoke(desktop, 'readToken')).toBe('token-of-the-first')
    // A logout here keeps the login of the other server.
    await invoke(desktop, 'keepToken', null)
    await connect(desktop, OTHER)
    expect(await invoke(desktop, 'readToken')).toBe('token-of-the-other')
    expect(desktop.double.session.cleared).toBe(3)
  })

  // covers: beyond-desktop-forgotten-server
  it('disappear together with their token after a confirmation', async () => {
    const desktop = await start()
    await invoke(desktop, 'keepToken', 'token-of-the-first')
    await connect(desktop, OTHER)
    desktop.double.dialog.answer = 1
    expect(await invoke(desktop, 'forgetServer', SERVER)).toMatchObject({ servers: [OTHER, SERVER] })
    desktop.double.dialog.answer = 0
    expect(await vaultOf(desktop)).toContain(SERVER)
    expect(await invoke(desktop, 'forgetServer', SERVER)).toMatchObject({ servers: [OTHER] })
    expect(desktop.double.dialog.asked.at(-1)?.message).toBe(`Forget ${SERVER}?`)
    await expect(vaultOf(desktop)).rejects.toThrow('ENOENT')
    await connect(desktop, SERVER)
    expect(await invoke(desktop, 'readToken')).toBeNull()
  })

  it('stay while open, and can be forgotten only by their address', async () => {
    const desktop = await start()
    await invoke(desktop, 'keepToken', 'token-of-the-first')
    expect(await invoke(desktop, 'forgetServer', SERVER)).toMatchObject({ servers: [SERVER] })
    await expect(invoke(desktop, 'forgetServer', 'javascript:alert(1)')).rejects.toThrow()
    expect(desktop.double.dialog.asked).toEqual([])
    expect(await invoke(desktop, 'readToken')).toBe('token-of-the-first')
    const frame = { url: 'https://evil.test/', origin: 'https://evil.test', parent: null }
    await expect(
      desktop.double.ipcMain.invoke(DESKTOP_CHANNELS.forgetServer, desktop.sender(frame), OTHER),
    ).rejects.toThrow('our own page')
  })

  it('stay limited in number: the one left longest ago is dropped with its token', async () => {
    const desktop = await start()
    await invoke(desktop, 'keepToken', 'token-of-the-first')
    for (let number = 1; number <= MAX_SERVERS; number += 1) {
      expect(await vaultOf(desktop)).toContain(SERVER)
      await connect(desktop, `https://server-${number}.test`)
    }
    expect(await serversOf(desktop)).toHaveLength(MAX_SERVERS)
    await expect(vaultOf(desktop)).rejects.toThrow('ENOENT')
  })

  // covers: beyond-desktop-reply-to-one-server
  it('report a waiting reply as not sent instead of sending it to another server', async () => {
    const desktop = await start({ platform: 'win32' })
    // The notification is from an earlier run. No member's page is open yet, so the reply waits.
    desktop.double.activate({
      type: 'reply',
      arguments: `type=reply&tag=message-${CHAT}`,
      reply: 'Only for you.',
      userInputs: {},
    })
    await connect(desktop, OTHER)
    desktop.tellState({ phase: 'idle' })
    expect(desktop.told('reply')).toEqual([])
    expect(desktop.standing().map(({ options }) => [options.title, options.body])).toEqual([
      ['Not sent', 'Your reply: Only for you.'],
    ])
  })

  // covers: beyond-desktop-notification-of-own-server
  it('receive no reply to another server’s notification from an earlier run on Windows', async () => {
    const before = await start({ platform: 'win32' })
    before.window.hide()
    before.tellMessage('1')
    const tag = before.standing()[0]?.options.id
    const desktop = await start({ platform: 'win32', kept: { serverAddress: OTHER } })
    desktop.tellState({ phase: 'idle' })
    const use = (type: 'click' | 'reply', reply?: string) =>
      desktop.double.activate({ type, arguments: `type=${type}&tag=${tag}`, ...(reply && { reply }) })
    use('reply', ' Only for you. ')
    use('click')
    expect([desktop.told('reply'), desktop.told('open-conversation')]).toEqual([[], []])
    expect(desktop.standing().map(({ options }) => [options.title, options.body])).toEqual([
      ['Not sent', 'Your reply: Only for you.'],
    ])
    await connect(desktop, SERVER)
    desktop.tellState({ phase: 'idle' })
    use('reply', 'Now it is.')
    expect(desktop.told('reply').map(({ text }) => text)).toEqual(['Now it is.'])
  })

  it('report a reply that starts the app on Windows as not sent, if it was for another server', async () => {
    const desktop = await start({
      platform: 'win32',
      prepare: (double) =>
        double.activate({
          type: 'reply',
          arguments: `type=reply&tag=message-${CHAT}-00000000`,
          reply: 'Only for you.',
        }),
    })
    desktop.tellState({ phase: 'idle' })
    expect(desktop.told('reply')).toEqual([])
    expect(desktop.standing().map(({ options }) => [options.title, options.body])).toEqual([
      ['Not sent', 'Your reply: Only for you.'],
    ])
  })

  it('clear their notifications and the search text of the find bar when they are left', async () => {
    const desktop = await start()
    chooseInMenu(desktop, 'find')
    const { webContents } = desktop.window.contentView.children[0] ?? {}
    await expect.poll(() => webContents?.mainFrame.url).toMatch(/find-bar/)
    const event = { sender: webContents, senderFrame: webContents?.mainFrame }
    desktop.double.ipcMain.emit(FIND_BAR_CHANNELS.find, event, 'Juniper')
    desktop.window.hide()
    const match = { id: '1', kind: 'match', conversationId: CHAT, partnerName: 'Juniper', text: '' }
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS.event, desktop.sender(), match)
    desktop.window.show()
    expect(desktop.standing()).toHaveLength(1)
    await connect(desktop, OTHER)
    expect(desktop.standing()).toEqual([])
    chooseInMenu(desktop, 'find-next')
    const again = desktop.window.contentView.children[0]?.webContents
    await expect.poll(() => again?.sent.map(({ message }) => message)).toEqual([{ type: 'begin', text: '' }])
  })

  it('change one at a time', async () => {
    const desktop = await start()
    const first = invoke(desktop, 'changeSettings', { serverAddress: OTHER })
    await invoke(desktop, 'changeSettings', { serverAddress: THIRD })
    await first
    expect(desktop.double.dialog.asked).toHaveLength(1)
    await opened(desktop)
    expect(await serversOf(desktop)).toEqual([OTHER, SERVER])
  })

  it('stay open when the storage of the page cannot be cleared', async () => {
    const desktop = await start({
      prepare: ({ session }) => {
        session.clearStorageData = () => Promise.reject(new Error('the disk is full'))
      },
    })
    await expect(invoke(desktop, 'changeSettings', { serverAddress: OTHER })).rejects.toThrow('full')
    await opened(desktop)
    expect(await invoke(desktop, 'readSettings')).toMatchObject({ serverAddress: SERVER, servers: [SERVER] })
  })

  it('cannot be changed by a page that is being left', async () => {
    const desktop = await start()
    await invoke(desktop, 'keepToken', 'token-of-the-first')
    const left = desktop.sender({ url: 'about:blank', origin: 'null', parent: null })
    await expect(
      desktop.double.ipcMain.invoke(DESKTOP_CHANNELS.keepToken, left, 'a-late-token'),
    ).rejects.toThrow('our own page')
    expect(await invoke(desktop, 'readToken')).toBe('token-of-the-first')
  })
})
