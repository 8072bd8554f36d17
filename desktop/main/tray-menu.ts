import type { MenuItemConstructorOptions } from 'electron'
import { PRODUCT } from '#schema/product.ts'

export interface TrayState {
  phase: 'offline' | 'away' | 'idle' | 'searching' | 'chat'
  unread: number
  mutedUntil: number | null
  launchAtLogin: boolean
  /** Whether a newer version waits for a restart. */
  updateReady: boolean
}

export interface TrayActions {
  open(): void
  findMatch(): void
  findAnother(): void
  muteForAnHour(): void
  muteUntilTomorrow(): void
  unmute(): void
  setLaunchAtLogin(on: boolean): void
  restartToUpdate(): void
  quit(): void
}

const PHASES: Record<TrayState['phase'], string> = {
  offline: 'Offline',
  away: 'No active chat',
  idle: 'No active chat',
  searching: 'Finding a match…',
  chat: 'In a chat',
}

const unreadInWords = (unread: number) => `${unread} unread ${unread === 1 ? 'message' : 'messages'}`

export const trayTip = ({ phase, unread }: TrayState) =>
  [`${PRODUCT.name}: ${PHASES[phase]}`, ...(unread > 0 ? [unreadInWords(unread)] : [])].join(', ')

export function trayMenu(state: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const { phase, unread, mutedUntil } = state
  return [
    { id: 'state', label: PHASES[phase], enabled: false },
    ...(unread > 0 ? [{ id: 'unread', label: unreadInWords(unread), click: actions.open }] : []),
    { type: 'separator' },
    { id: 'open', label: `Open ${PRODUCT.name}`, click: actions.open },
    {
      id: 'find-match',
      label: 'Find Match',
      enabled: phase === 'idle' || phase === 'away',
      click: actions.findMatch,
    },
    { id: 'find-another', label: 'Find Another…', enabled: phase === 'chat', click: actions.findAnother },
    { type: 'separator' },
    ...(mutedUntil === null
      ? [
          { id: 'mute-hour', label: 'Mute for 1 Hour', click: actions.muteForAnHour },
          { id: 'mute-tomorrow', label: 'Mute Until Tomorrow', click: actions.muteUntilTomorrow },
        ]
      : [{ id: 'unmute', label: `Muted Until ${clockTime(mutedUntil)}: Unmute`, click: actions.unmute }]),
    {
      id: 'launch-at-login',
      label: 'Launch at Login',
      type: 'checkbox',
      checked: state.launchAtLogin,
      click: ({ checked }) => actions.setLaunchAtLogin(checked),
    },
    { type: 'separator' },
    ...(state.updateReady
      ? [{ id: 'update', label: 'Restart to Update', click: actions.restartToUpdate }]
      : []),
    { id: 'quit', label: `Quit ${PRODUCT.name}`, click: actions.quit },
  ]
}

const clockTime = (moment: number) =>
  new Date(moment).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
