import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS, type DesktopEvent } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import { CHAT, type TestDesktop } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'

const EVENT = { kind: 'message', conversationId: CHAT, partnerName: 'Juniper', text: 'Hello?' } as const

function tell({ double, sender }: TestDesktop, event: Partial<DesktopEvent>) {
  double.ipcMain.emit(DESKTOP_CHANNELS.event, sender(), { id: crypto.randomUUID(), ...EVENT, ...event })
}

describe('the text of a notification', () => {
  const start = useDesktops()

  it('contains up to 240 characters of a message, and the beginning of a longer one', async () => {
    const desktop = await start()
    desktop.window.hide()
    for (const length of [240, 241]) tell(desktop, { text: 'x'.repeat(length) })
    expect(desktop.double.notifications.map(({ options }) => options.body)).toEqual([
      'x'.repeat(240),
      `${'x'.repeat(239)}…`,
    ])
  })

  it.each([
    ['match', 'Match Found!', 'Somebody is there to talk.'],
    ['message', 'New message', `Open ${PRODUCT.name} to read it.`],
    ['left', 'Partner disconnected', 'Find Match to meet somebody new.'],
    ['not-sent', 'Not sent', 'Open the conversation to try again.'],
    ['knock', 'An invitation to talk', 'Somebody would like to talk.'],
    ['accepted', 'Chat started', 'Somebody is there to talk.'],
    ['ring', 'Someone was found', 'Come within a minute to chat.'],
  ] as const)(
    'shows only the kind of event while message texts are hidden: %s',
    async (kind, title, body) => {
      const desktop = await start({ kept: { hideMessageText: true } })
      desktop.window.hide()
      tell(desktop, { kind })
      expect(desktop.standing().map(({ options }) => [options.title, options.body])).toEqual([[title, body]])
    },
  )

  it('explains the tray, opens the window on click, and closes with the app', async () => {
    const desktop = await start({ kept: { trayExplained: false } })
    desktop.window.close()
    const [explained] = desktop.standing()
    expect(explained?.options).toEqual({
      title: `${PRODUCT.name} is still running`,
      body: 'Open or quit it from its icon in the tray. You can change this in Settings.',
      icon: join(desktop.directory, 'icons/icon.png'),
    })
    desktop.double.app.quit()
    await expect.poll(() => desktop.double.app.ended).toBe(true)
    expect(desktop.standing()).toEqual([])
    const again = await start({ kept: { trayExplained: false } })
    again.window.close()
    again.standing()[0]?.click()
    expect([again.window.isVisible(), again.told('open-conversation')]).toEqual([true, []])
  })
})

describe('a notification', () => {
  const start = useDesktops()

  it('appears once for an event that is repeated after 999 others', async () => {
    const desktop = await start()
    desktop.window.hide()
    const others = (from: number, to: number) => {
      for (let index = from; index < to; index += 1) tell(desktop, { id: `other ${index}`, kind: 'match' })
    }
    const count = () => desktop.double.notifications.filter(({ options }) => options.body === 'Hello?').length
    tell(desktop, { id: 'first' })
    others(0, 999)
    tell(desktop, { id: 'first' })
    expect(count()).toBe(1)
    others(999, 1_000)
    tell(desktop, { id: 'first' })
    expect(count()).toBe(2)
  })

  it('stays as it is when the next one comes after it was used or could not be shown', async () => {
    const desktop = await start()
    const { notifications } = desktop.double
    desktop.window.hide()
    for (const end of ['click', 'reply', 'failed'] as const) {
      tell(desktop, {})
      const shown = notifications.at(-1)
      if (end === 'click') shown?.click()
      else if (end === 'reply') shown?.reply('Hi')
      else shown?.emit('failed', {}, 'no daemon')
      desktop.window.hide()
      if (shown) shown.standing = true
    }
    tell(desktop, {})
    expect(notifications.map(({ standing }) => standing)).toEqual([true, true, true, true])
  })

  it('brings up the window and opens no conversation when the partner left', async () => {
    const desktop = await start()
    desktop.tellState({ phase: 'idle' })
    desktop.window.hide()
    tell(desktop, { kind: 'left' })
    desktop.double.notifications[0]?.click()
    expect([desktop.window.isVisible(), desktop.told('open-conversation')]).toEqual([true, []])
  })

  it('accepts an invitation with its button, and closes once the invitation has ended', async () => {
    const desktop = await start()
    const knockId = CHAT.replace('c1', 'c7')
    desktop.tellState({ phase: 'idle', knocks: [knockId] })
    desktop.window.hide()
    tell(desktop, { kind: 'knock', conversationId: knockId })
    const [shown] = desktop.standing()
    expect(shown?.options.actions).toEqual([{ type: 'button', text: 'Accept' }])
    shown?.act()
    expect(desktop.window.isVisible()).toBe(true)
    expect(desktop.told('accept-knock')).toEqual([{ type: 'accept-knock', knockId }])
    desktop.window.hide()
    tell(desktop, { kind: 'knock', conversationId: knockId })
    desktop.tellState({ phase: 'away' })
    expect(desktop.standing()).toHaveLength(1)
    desktop.tellState({ phase: 'idle', knocks: [] })
    expect(desktop.standing()).toEqual([])
  })

  // covers: beyond-ring-desktop
  it('opens the window for a click on a ring, and closes once the ring is over', async () => {
    const desktop = await start()
    const ring = { kind: 'ring', partnerName: '', text: '' } as const
    desktop.tellState({ phase: 'searching', ring: 'ringing' })
    desktop.window.close()
    tell(desktop, ring)
    expect(desktop.standing().map(({ options }) => [options.title, options.body, options.actions])).toEqual([
      ['Someone was found', 'Come within a minute to chat.', undefined],
    ])
    desktop.standing()[0]?.click()
    expect([desktop.window.isFocused(), desktop.told('open-conversation')]).toEqual([true, []])
    expect(desktop.told('attention').at(-1)?.attentive).toBe(true)
    desktop.window.hide()
    tell(desktop, ring)
    desktop.tellState({ phase: 'away' })
    expect(desktop.standing()).toHaveLength(1)
    desktop.tellState({ phase: 'searching', ring: 'set' })
    expect(desktop.standing()).toEqual([])
  })

  // covers: beyond-ring-desktop
  it('does not appear for a ring while the member looks at the window', async () => {
    const desktop = await start()
    desktop.tellState({ phase: 'searching', ring: 'ringing' })
    tell(desktop, { kind: 'ring', partnerName: '', text: '' })
    expect(desktop.standing()).toEqual([])
  })

  it('shows no more than the window for a click on an invitation', async () => {
    const desktop = await start()
    desktop.tellState({ phase: 'idle' })
    desktop.window.hide()
    tell(desktop, { kind: 'knock' })
    desktop.double.notifications[0]?.click()
    expect([desktop.window.isVisible(), desktop.told('open-conversation')]).toEqual([true, []])
  })

  it('sends no reply of white space', async () => {
    const desktop = await start()
    desktop.tellState({ phase: 'idle' })
    desktop.window.hide()
    tell(desktop, {})
    desktop.double.notifications[0]?.reply(' \n ')
    expect(desktop.told('reply')).toEqual([])
  })

  it('closes once its conversation is read, and a match stays until it is used', async () => {
    const desktop = await start()
    const other = CHAT.replace('c1', 'c2')
    desktop.window.hide()
    tell(desktop, {})
    tell(desktop, { kind: 'match', conversationId: other })
    desktop.tellState({ unread: [{ conversationId: other, count: 1 }] })
    expect(desktop.standing().map(({ options }) => options.title)).toEqual(['Match Found!'])
    desktop.tellState({ unread: [] })
    expect(desktop.standing()).toHaveLength(1)
  })

  it('does not appear on a system without notifications', async () => {
    const desktop = await start({
      kept: { trayExplained: false },
      prepare: ({ electron }) => {
        electron.Notification.isSupported = () => false
      },
    })
    desktop.window.close()
    tell(desktop, {})
    expect(desktop.double.notifications).toEqual([])
  })
})

describe('the attention of the member', () => {
  const start = useDesktops()

  it('reaches the page only when it has changed', async () => {
    const { window, double, told } = await start()
    const before = told('attention').length
    const changes = () =>
      told('attention')
        .slice(before)
        .map(({ attentive }) => attentive)
    double.powerMonitor.emit('lock-screen')
    double.powerMonitor.emit('lock-screen')
    expect(changes()).toEqual([false])
    double.powerMonitor.emit('unlock-screen')
    window.minimize()
    window.restore()
    window.focus()
    expect(changes()).toEqual([false, true, false, true])
    window.blur()
    window.focus()
    window.hide()
    window.show()
    expect(changes().slice(4)).toEqual([false, true, false, true])
  })
})
