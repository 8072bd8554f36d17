import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS, type DesktopEvent } from '#schema/desktop.ts'
import { CHAT, startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'

describe('notifications', () => {
  let desktop: TestDesktop
  beforeEach(async () => {
    desktop = await startTestDesktop()
    desktop.tellState({ phase: 'chat', openId: CHAT })
  })
  afterEach(() => desktop.stop())
  const tell = (event: Partial<DesktopEvent>) =>
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS.event, desktop.sender(), {
      id: '1',
      kind: 'message',
      conversationId: CHAT,
      partnerName: 'Juniper',
      text: 'Hello?',
      ...event,
    })

  it('do not appear while the member looks at the window, and not later either', () => {
    tell({ id: '1' })
    desktop.window.hide()
    tell({ id: '1' })
    expect(desktop.double.notifications).toEqual([])
  })

  // covers: beyond-desktop-notifications
  it.each([
    ['hidden', (one: TestDesktop) => one.window.hide()],
    ['behind another window', (one: TestDesktop) => one.window.blur()],
    ['minimized', (one: TestDesktop) => one.window.minimize()],
    ['on a locked screen', (one: TestDesktop) => one.double.powerMonitor.emit('lock-screen')],
  ])('appear while the window is %s, and the page learns that it has no attention', (_, leave) => {
    leave(desktop)
    expect(desktop.told('attention').at(-1)?.attentive).toBe(false)
    tell({})
    expect(desktop.standing().map(({ options }) => [options.title, options.body])).toEqual([
      ['Juniper', 'Hello?'],
    ])
  })

  it.each([
    ['match', 'Match Found!', 'Say hello to Juniper.'],
    ['message', 'Juniper', 'Hello?'],
    ['left', 'Partner disconnected', 'Find Match to meet somebody new.'],
    ['not-sent', 'Not sent', 'Hello?'],
    ['knock', 'An invitation to talk', 'Juniper would like to talk.'],
    ['accepted', 'Chat started', 'You are now chatting with Juniper.'],
    ['ring', 'Someone was found', 'Come within a minute to chat.'],
  ] as const)('describe the event: %s', (kind, title, body) => {
    desktop.window.hide()
    tell({ kind })
    expect(desktop.standing()[0]?.options).toMatchObject({ title, body })
  })

  it('offer a reply only for messages, and carry a tag only on Windows', async () => {
    desktop.window.hide()
    for (const kind of ['message', 'match', 'left'] as const) tell({ id: kind, kind })
    const options = desktop.double.notifications.map((one) => one.options)
    expect(options.map(({ hasReply, replyPlaceholder }) => [hasReply, replyPlaceholder])).toEqual([
      [true, 'Reply'],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(options.map(({ id }) => id)).toEqual([undefined, undefined, undefined])
    expect(options[0]?.icon).toBe(join(desktop.directory, 'icons/icon.png'))
    const windows = await startTestDesktop({ platform: 'win32' })
    windows.window.hide()
    windows.tellMessage('1')
    // The last part identifies the server without its address.
    expect(windows.double.notifications[0]?.options.id).toMatch(new RegExp(`^message-${CHAT}-[0-9a-f]{8}$`))
    await windows.stop()
  })

  it('report the attention to a page that has just loaded', () => {
    const last = () => desktop.window.webContents.sent.at(-1)?.message
    desktop.tellState({ phase: 'idle' })
    expect(last()).toEqual({ type: 'attention', attentive: true })
    desktop.window.blur()
    desktop.tellState({ phase: 'chat' })
    expect(last()).toEqual({ type: 'attention', attentive: false })
  })

  // covers: beyond-desktop-one-notification
  it('appear once for an event that is reported repeatedly', () => {
    desktop.window.hide()
    for (const id of ['1', '2', '1', '2', '1']) tell({ id })
    expect(desktop.double.notifications).toHaveLength(2)
  })

  it('show one notification for a conversation, with the latest message', () => {
    desktop.window.hide()
    tell({ id: '1', text: 'One' })
    tell({ id: '2', text: 'Two' })
    tell({ id: '3', conversationId: CHAT.replace('c1', 'c2'), text: 'Other' })
    expect(desktop.standing().map(({ options }) => options.body)).toEqual(['Two', 'Other'])
  })

  // covers: beyond-desktop-notification-click
  it('open the conversation on click', () => {
    desktop.window.hide()
    tell({})
    desktop.double.notifications[0]?.click()
    expect(desktop.window.isFocused()).toBe(true)
    expect(desktop.told('open-conversation')).toEqual([{ type: 'open-conversation', conversationId: CHAT }])
  })

  // covers: beyond-desktop-quick-reply
  it('accept a quick reply without bringing up the window', () => {
    desktop.window.hide()
    tell({})
    const [notification] = desktop.double.notifications
    expect(notification?.options.hasReply).toBe(true)
    notification?.reply('  On my way ')
    expect(desktop.told('reply')).toEqual([{ type: 'reply', conversationId: CHAT, text: 'On my way' }])
    expect(desktop.window.isVisible()).toBe(false)
  })

  it('close once their message was read here or elsewhere', () => {
    desktop.window.hide()
    desktop.tellState({ phase: 'chat', unread: [{ conversationId: CHAT, count: 1 }] })
    tell({})
    desktop.tellState({ phase: 'chat', unread: [{ conversationId: CHAT, count: 2 }] })
    expect(desktop.standing()).toHaveLength(1)
    desktop.tellState({ phase: 'chat' })
    expect(desktop.standing()).toEqual([])
  })

  // covers: beyond-desktop-notification-without-banner
  it('remain known after their banner timed out: they are replaced, answered, and closed when read', () => {
    desktop.window.hide()
    tell({ id: '1', text: 'One' })
    desktop.double.notifications[0]?.timeOut()
    tell({ id: '2', text: 'Two' })
    desktop.double.notifications[1]?.timeOut()
    expect(desktop.standing().map(({ options }) => options.body)).toEqual(['Two'])
    desktop.tellState({ phase: 'chat' })
    expect(desktop.standing()).toEqual([])
  })

  it('stay limited in number: the oldest closes first', () => {
    desktop.window.hide()
    const other = (index: number) => CHAT.slice(0, -3) + String(index).padStart(3, '0')
    for (let index = 0; index < 60; index += 1) tell({ id: String(index), conversationId: other(index) })
    expect(desktop.standing()).toHaveLength(50)
    expect(desktop.standing()).not.toContain(desktop.double.notifications[0])
  })

  it('report a reply that was not sent even with attention and while muted', () => {
    desktop.press('mute-hour')
    tell({ kind: 'not-sent' })
    expect(desktop.standing()).toHaveLength(1)
  })

  // covers: beyond-desktop-hidden-text
  it('hide the message and its sender if that is set', async () => {
    const { double, sender } = desktop
    await double.ipcMain.invoke(DESKTOP_CHANNELS.changeSettings, sender(), { hideMessageText: true })
    desktop.window.hide()
    for (const kind of ['message', 'match', 'not-sent'] as const) tell({ id: kind, kind })
    const shown = JSON.stringify(double.notifications.map(({ options }) => [options.title, options.body]))
    expect(double.notifications).toHaveLength(3)
    expect(shown).not.toMatch(/Juniper|Hello/)
  })

  // covers: beyond-desktop-quit-removes-notifications
  it('close when the app quits', async () => {
    desktop.window.hide()
    tell({ id: '1' })
    desktop.double.app.quit()
    await expect.poll(() => desktop.double.app.ended).toBe(true)
    expect(desktop.standing()).toEqual([])
  })

  // covers: beyond-desktop-earlier-notifications
  it('work from an earlier run on Windows: a click opens the conversation, a reply is sent', async () => {
    const activation = (type: string, more: object = {}) => ({
      type,
      arguments: `type=${type}&tag=message-${CHAT}`,
      ...more,
    })
    const windows = await startTestDesktop({
      platform: 'win32',
      prepare: (double) => double.activate(activation('click')),
    })
    windows.tellState({ phase: 'idle' })
    await expect.poll(() => windows.told('open-conversation')).toHaveLength(1)
    windows.double.activate(activation('reply', { reply: ' On my way. ' }))
    await expect.poll(() => windows.told('reply').map(({ text }) => text)).toEqual(['On my way.'])
    windows.double.activate({ type: 'click', arguments: 'type=click&tag=message-../../etc' })
    expect(windows.told('open-conversation')).toHaveLength(1)
    await windows.stop()
  })

  it('act once on Windows, although both the object and the app report the use', async () => {
    const windows = await startTestDesktop({ platform: 'win32' })
    windows.tellState({ phase: 'idle' })
    windows.window.hide()
    windows.tellMessage('1')
    const [shown] = windows.standing()
    windows.double.activate({ type: 'click', arguments: `type=click&tag=${shown?.options.id}` })
    shown?.click()
    expect(windows.told('open-conversation')).toHaveLength(1)
    await windows.stop()
  })
})
