import * as z from 'zod'
import { unitsFor } from './graphemes.ts'
import { language } from './language.ts'
import { LIMITS } from './limits.ts'
import { PRODUCT } from './product.ts'

/** Every channel between the desktop app's main process and the page in its window. */
export const DESKTOP_CHANNELS = {
  /** Calls of the page that get an answer. */
  readSettings: 'rapport:read-settings',
  changeSettings: 'rapport:change-settings',
  readToken: 'rapport:read-token',
  keepToken: 'rapport:keep-token',
  forgetServer: 'rapport:forget-server',
  /** Messages of the page. */
  state: 'rapport:state',
  event: 'rapport:event',
  language: 'rapport:language',
  hideQuietly: 'rapport:hide-quietly',
  /** Messages to the page. */
  message: 'rapport:message',
} as const

export const DESKTOP_SCHEME = `${PRODUCT.slug}-app`
export const DESKTOP_HOST = 'app'
/** The origin of the desktop app's pages, which they send with a WebSocket. */
export const DESKTOP_ORIGIN = `${DESKTOP_SCHEME}://${DESKTOP_HOST}`

/** The scheme of links that open the app. */
export const DESKTOP_LINK_SCHEME = PRODUCT.slug
/** The pages that such links may open. They use only what the link contains. */
export const DESKTOP_LINK_PATHS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '/',
  '/verify',
  '/password/reset',
  '/reset-password',
  '/password/change-after-reset',
  '/payment/success',
  '/payment/cancel',
])
/** The page of a server that opens such a link in the app. The link follows the `#`. */
export const DESKTOP_HANDOVER = '/open-app'

/** The app's name in its User-Agent, before a slash and the version. */
export const DESKTOP_AGENT = `${PRODUCT.slug}-desktop`

/** Returns whether a User-Agent is the desktop app's. */
export const isDesktopAgent = (userAgent: string | null): boolean =>
  userAgent?.includes(`${DESKTOP_AGENT}/`) ?? false

/** The number of servers that the app stores. */
export const MAX_SERVERS = 10

/** The host of an address on the same machine. */
export const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
const UNFIT = 'Please enter an address that begins with https://'

/** The member's state. `away`: no member is signed in, or no page of the app is open. */
export const DESKTOP_PHASES = ['away', 'idle', 'searching', 'chat'] as const

/** Whether the member's search goes on while the window is closed. `ringing`: someone was found, and the member must come. */
export const DESKTOP_RINGS = ['none', 'set', 'ringing'] as const

/** One call without side effects, so the build of the preload, which needs only the names, can drop it. */
function makeModels() {
  /** Stored as an origin. Plain http only on the same machine, because requests carry the session token. */
  const serverAddress = z
    .url({ protocol: /^https?$/, error: UNFIT })
    .max(300)
    .transform((text) => new URL(text))
    .refine(({ protocol, hostname }) => protocol === 'https:' || LOOPBACK.test(hostname), UNFIT)
    .refine(({ username, password }) => !username && !password, UNFIT)
    .transform(({ origin }) => origin)
  const settings = z.object({
    /** Whether notifications leave out the text of messages. */
    hideMessageText: z.boolean(),
    launchAtLogin: z.boolean(),
    /** Whether closing the window keeps the app in the tray. */
    closeToTray: z.boolean(),
    serverAddress,
  })
  const shown = settings.extend({
    /** The stored servers, the open one first. */
    servers: z.array(serverAddress).max(MAX_SERVERS),
  })
  const state = z.object({
    phase: z.enum(DESKTOP_PHASES),
    /** The conversation on screen. */
    openId: z.uuid().nullable(),
    unread: z
      .array(z.object({ conversationId: z.uuid(), count: z.number().int().min(1).max(1_000_000) }))
      .max(LIMITS.maxPageSize),
    /** The ids of the knocks that wait for an answer. */
    knocks: z.array(z.uuid()).max(LIMITS.waitingKnocks),
    ring: z.enum(DESKTOP_RINGS),
  })
  const event = z.object({
    /** The same for each repetition of an event. */
    id: z.string().min(1).max(200),
    kind: z.enum(['match', 'message', 'left', 'not-sent', 'knock', 'accepted', 'ring']),
    /** The id of the conversation; of a knock, its own; of a ring, the member's. */
    conversationId: z.uuid(),
    partnerName: z.string().max(unitsFor(LIMITS.displayName.max)),
    /** The text of a message, or the reason why it was not sent. */
    text: z.string().max(unitsFor(LIMITS.message.max)),
  })
  /** The session token; null after a logout. */
  const token = z.string().min(1).max(4_096).nullable()
  const settingsChange = z.strictObject(settings.partial().shape)
  return { token, language, serverAddress, settings: shown, settingsChange, state, event }
}

export const DESKTOP_MODELS = /* @__PURE__ */ makeModels()
type Models = typeof DESKTOP_MODELS

export type DesktopSettings = z.output<Models['settings']>
export type DesktopSettingsChange = z.input<Models['settingsChange']>
export type DesktopState = z.output<Models['state']>
export type DesktopEvent = z.output<Models['event']>

/** Messages to the page. Only the main process can send them, so they need no model. */
export type DesktopMessage =
  | { type: 'find-match' }
  | { type: 'find-another' }
  | { type: 'open-settings' }
  | { type: 'open-conversation'; conversationId: string }
  | { type: 'reply'; conversationId: string; text: string }
  | { type: 'accept-knock'; knockId: string }
  /** Whether the member can see the window: it is shown, in front, and the screen is not locked. */
  | { type: 'attention'; attentive: boolean }
  | { type: 'settings'; settings: DesktopSettings }

/** `window.rapportDesktop`, as the preload exposes it. */
export interface DesktopBridge {
  readSettings(): Promise<DesktopSettings>
  /** Returns the new settings. @throws when the change was refused or not confirmed */
  changeSettings(change: DesktopSettingsChange): Promise<DesktopSettings>
  /** Removes another server and its token from the app. Returns the new settings. @throws for an invalid address */
  forgetServer(address: string): Promise<DesktopSettings>
  /** Returns the token of the session with this server; null without one. */
  readToken(): Promise<string | null>
  /** Stores the token in the system's secure storage; null removes it. @throws when it could not be written */
  keepToken(token: string | null): Promise<void>
  tellState(state: DesktopState): void
  tellEvent(event: DesktopEvent): void
  /** Hides the window, and shows no notification until the member opens it again. */
  hideQuietly(): void
  /** The returned function stops listening. */
  onMessage(listener: (message: DesktopMessage) => void): () => void
}
