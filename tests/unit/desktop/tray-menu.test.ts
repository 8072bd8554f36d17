import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { type TrayActions, type TrayState, trayMenu, trayTip } from '../../../desktop/main/tray/tray-menu.ts'
import { CHAT } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'

const IDLE: TrayState = {
  phase: 'idle',
  ring: 'none',
  unread: 0,
  mutedUntil: null,
  launchAtLogin: false,
  updateReady: false,
}

/** Builds the menu for a state, and records the actions of its items. */
function menuIn(more: Partial<TrayState> = {}) {
  const done: unknown[] = []
  const note = (name: string) => () => void done.push(name)
  const actions: TrayActions = {
    open: note('open'),
    findMatch: note('findMatch'),
    findAnother: note('findAnother'),
    muteForAnHour: note('muteForAnHour'),
    muteUntilTomorrow: note('muteUntilTomorrow'),
    unmute: note('unmute'),
    setLaunchAtLogin: (on) => void done.push(on),
    restartToUpdate: note('restartToUpdate'),
    quit: note('quit'),
  }
  const items = trayMenu({ ...IDLE, ...more }, actions)
  return { items, done, names: items.map(({ id, type }) => id ?? type) }
}
const enabledIn = (phase: TrayState['phase']) =>
  menuIn({ phase })
    .items.filter(({ id }) => id === 'find-match' || id === 'find-another')
    .map(({ enabled }) => enabled)

describe('the menu of the tray', () => {
  it('groups its items, with the state in the first group', () => {
    const { names, items } = menuIn()
    expect(names).toEqual([
      'state',
      'separator',
      'open',
      'find-match',
      'find-another',
      'separator',
      'mute-hour',
      'mute-tomorrow',
      'launch-at-login',
      'separator',
      'quit',
    ])
    expect(items[0]).toEqual({ id: 'state', label: 'No active chat', enabled: false })
    expect(items.flatMap(({ label }) => label ?? [])).toEqual([
      'No active chat',
      `Open ${PRODUCT.name}`,
      'Find Match',
      'Find Another…',
      'Mute for 1 Hour',
      'Mute Until Tomorrow',
      'Launch at Login',
      `Quit ${PRODUCT.name}`,
    ])
  })

  it('shows more items for unread messages, while muted, and for an update', () => {
    const mutedUntil = new Date(2026, 10, 21, 8, 5).getTime()
    const { names, items } = menuIn({ unread: 2, mutedUntil, launchAtLogin: true, updateReady: true })
    expect(names).toEqual([
      'state',
      'unread',
      'separator',
      'open',
      'find-match',
      'find-another',
      'separator',
      'unmute',
      'launch-at-login',
      'separator',
      'update',
      'quit',
    ])
    const labelOf = (name: string) => items.find(({ id }) => id === name)?.label
    expect([labelOf('unread'), labelOf('unmute'), labelOf('update')]).toEqual([
      '2 unread messages',
      'Muted Until 8:05 AM: Unmute',
      'Restart to Update',
    ])
  })

  it('runs the action of each item', () => {
    const { items, done } = menuIn({ unread: 1, updateReady: true })
    const muted = menuIn({ mutedUntil: 1 })
    for (const { click } of [...items, ...muted.items.filter(({ id }) => id === 'unmute')])
      click?.({ checked: true } as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
    expect(done).toEqual([
      'open',
      'open',
      'findMatch',
      'findAnother',
      'muteForAnHour',
      'muteUntilTomorrow',
      true,
      'restartToUpdate',
      'quit',
    ])
    expect(muted.done).toEqual(['unmute'])
  })

  it('offers Find Match without a chat, and Find Another in a chat', () => {
    expect(enabledIn('idle')).toEqual([true, false])
    expect(enabledIn('away')).toEqual([true, false])
    expect(enabledIn('searching')).toEqual([false, false])
    expect(enabledIn('offline')).toEqual([false, false])
    expect(enabledIn('chat')).toEqual([false, true])
  })

  it('shows a checkbox for the launch at login', () => {
    const boxIn = (launchAtLogin: boolean) =>
      menuIn({ launchAtLogin }).items.find(({ id }) => id === 'launch-at-login')
    expect([boxIn(true), boxIn(false)]).toMatchObject([
      { type: 'checkbox', checked: true },
      { type: 'checkbox', checked: false },
    ])
  })
})

describe('the tip of the tray', () => {
  it.each([
    [{ phase: 'offline' }, 'Offline'],
    [{ phase: 'away' }, 'No active chat'],
    [{ phase: 'searching' }, 'Finding a match…'],
    [{ phase: 'searching', ring: 'set' }, 'Searching'],
    [{ phase: 'searching', ring: 'ringing' }, 'Someone was found'],
    [{ phase: 'offline', ring: 'set' }, 'Offline'],
    [{ phase: 'chat', unread: 1 }, 'In a chat, 1 unread message'],
  ] as const)('describes the state: %j', (state, tip) => {
    expect(trayTip({ ...IDLE, ...state })).toBe(`${PRODUCT.name}: ${tip}`)
  })
})

describe('the effects of the tray', () => {
  const start = useDesktops()
  const EVENING = new Date(2026, 10, 20, 23, 59, 30, 500).getTime()

  it('mute until eight in the morning, and show an event at that moment', async () => {
    let now = EVENING
    const desktop = await start({ now: () => now })
    desktop.window.hide()
    desktop.press('mute-tomorrow')
    const settings = JSON.parse(await readFile(join(desktop.home, 'data/settings.json'), 'utf8'))
    const morning = new Date(2026, 10, 21, 8).getTime()
    expect(settings.mutedUntil).toBe(morning)
    now = morning - 1
    desktop.tellMessage('1')
    now = morning
    desktop.tellMessage('2')
    expect(desktop.double.notifications).toHaveLength(1)
  })

  it('mute for exactly an hour', async () => {
    let now = EVENING
    const desktop = await start({ now: () => now })
    desktop.window.hide()
    desktop.press('mute-hour')
    now += 3_600_000 - 1
    desktop.tellMessage('1')
    now += 1
    desktop.tellMessage('2')
    expect(desktop.double.notifications).toHaveLength(1)
  })

  it('show numbers up to nine on the badge of Windows, and another badge above', async () => {
    const { window, tellState } = await start({ platform: 'win32' })
    const badgeFor = (count: number) => {
      tellState({ unread: [{ conversationId: CHAT, count }] })
      return window.overlay
    }
    expect(badgeFor(9)?.image).toMatchObject({ path: expect.stringMatching(/badge-9\.png$/) })
    expect(badgeFor(10)?.image).toMatchObject({ path: expect.stringMatching(/badge-more\.png$/) })
    expect(badgeFor(10)?.description).toContain('10 unread messages')
  })
})
