import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopState } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'

export interface TrayState {
  phase: 'offline' | DesktopState['phase']
  ring: DesktopState['ring']
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

function phaseInWords({ phase, ring }: Pick<TrayState, 'phase' | 'ring'>): string {
  switch (phase) {
    case 'offline':
      return t(i18n)`Offline`
    case 'away':
    case 'idle':
      return t(i18n)`No active chat`
    case 'searching':
      return searchInWords(ring)
    case 'chat':
      return t(i18n)`In a chat`
  }
}

function searchInWords(ring: TrayState['ring']): string {
  switch (ring) {
    case 'none':
      return t(i18n)`Finding a match…`
    case 'set':
      return t(i18n)({ message: 'Searching', comment: 'a search that goes on while the window is closed' })
    case 'ringing':
      return t(i18n)`Someone was found`
  }
}

const unreadInWords = (unread: number) =>
  t(i18n)`${plural(unread, { one: '# unread message', other: '# unread messages' })}`

export function trayTip({ unread, ...phase }: TrayState): string {
  const product = PRODUCT.name
  const state = phaseInWords(phase)
  if (unread === 0) return t(i18n)({ message: `${product}: ${state}`, comment: 'the tip of the tray icon' })
  const messages = unreadInWords(unread)
  return t(i18n)({
    message: `${product}: ${state}, ${messages}`,
    comment: 'the tip of the tray icon, with the number of unread messages',
  })
}

export function trayMenu(state: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const { phase, unread, mutedUntil } = state
  return [
    { id: 'state', label: phaseInWords(state), enabled: false },
    ...(unread > 0 ? [{ id: 'unread', label: unreadInWords(unread), click: actions.open }] : []),
    { type: 'separator' },
    { id: 'open', label: t(i18n)`Open ${{ product: PRODUCT.name }}`, click: actions.open },
    {
      id: 'find-match',
      label: t(i18n)`Find Match`,
      enabled: phase === 'idle' || phase === 'away',
      click: actions.findMatch,
    },
    {
      id: 'find-another',
      label: t(i18n)`Find Another…`,
      enabled: phase === 'chat',
      click: actions.findAnother,
    },
    { type: 'separator' },
    ...(mutedUntil === null
      ? [
          { id: 'mute-hour', label: t(i18n)`Mute for 1 Hour`, click: actions.muteForAnHour },
          { id: 'mute-tomorrow', label: t(i18n)`Mute Until Tomorrow`, click: actions.muteUntilTomorrow },
        ]
      : [
          {
            id: 'unmute',
            label: t(i18n)`Muted Until ${{ time: clockTime(mutedUntil) }}: Unmute`,
            click: actions.unmute,
          },
        ]),
    {
      id: 'launch-at-login',
      label: t(i18n)`Launch at Login`,
      type: 'checkbox',
      checked: state.launchAtLogin,
      click: ({ checked }) => actions.setLaunchAtLogin(checked),
    },
    { type: 'separator' },
    ...(state.updateReady
      ? [{ id: 'update', label: t(i18n)`Restart to Update`, click: actions.restartToUpdate }]
      : []),
    { id: 'quit', label: t(i18n)`Quit ${{ product: PRODUCT.name }}`, click: actions.quit },
  ]
}

const clockTime = (moment: number) =>
  new Date(moment).toLocaleTimeString(i18n.locale === 'en' ? 'en-US' : i18n.locale, {
    timeStyle: 'short',
  })
