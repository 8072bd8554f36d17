import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { PRODUCT } from './product.ts'

/** Everything that crosses between the desktop app's shell and the page in its window, once. */
export const DESKTOP_CHANNELS = {
  /** The page asks. */
  readSettings: 'rapport:read-settings',
  changeSettings: 'rapport:change-settings',
  readToken: 'rapport:read-token',
  keepToken: 'rapport:keep-token',
  forgetServer: 'rapport:forget-server',
  /** The page tells. */
  state: 'rapport:state',
  event: 'rapport:event',
  /** The shell tells the page. */
  message: 'rapport:message',
} as const

export const DESKTOP_SCHEME = `${PRODUCT.slug}-app`
export const DESKTOP_HOST = 'app'
/** The origin of the desktop app's pages, which they send with a WebSocket. */
export const DESKTOP_ORIGIN = `${DESKTOP_SCHEME}://${DESKTOP_HOST}`

/** What links from elsewhere open the app with. */
export const DESKTOP_LINK_SCHEME = PRODUCT.slug
/** Where such links may lead: to pages that ask for nothing by themselves but what their link carries. */
export const DESKTOP_LINK_PATHS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '/',
  '/verify',
  '/password/reset',
  '/reset-password',
  '/password/change-after-reset',
  '/payment/success',
  '/payment/cancel',
])
/** The page of a server that opens one of them in the app. It stands behind the `#`. */
export const DESKTOP_HANDOVER = '/open-app'

/** How the app names itself in its User-Agent, before a slash and its version. */
export const DESKTOP_AGENT = `${PRODUCT.slug}-desktop`

/** Returns whether a User-Agent is the desktop app's. */
export const isDesktopAgent = (userAgent: string | null): boolean =>
  userAgent?.includes(`${DESKTOP_AGENT}/`) ?? false

/** How many servers the app remembers. */
export const MAX_SERVERS = 10

/** The machine itself, as the host of an address. */
export const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
const UNFIT = 'Please enter an address that begins with https://'

/** What the member is at. `away`: nobody is signed in here, or no page of theirs is open. */
export const DESKTOP_PHASES = ['away', 'idle', 'searching', 'chat'] as const

/** Made in one call without effects, so that the preload, which needs the names alone, carries nothing of it. */
function makeModels() {
  /** Kept as an origin. Without TLS only on the machine itself: the session's token travels there. */
  const serverAddress = z
    .url({ protocol: /^https?$/, error: UNFIT })
    .max(300)
    .transform((text) => new URL(text))
    .refine(({ protocol, hostname }) => protocol === 'https:' || LOOPBACK.test(hostname), UNFIT)
    .refine(({ username, password }) => !username && !password, UNFIT)
    .transform(({ origin }) => origin)
  const settings = z.object({
    /** Notifications say that there is a message, not what it says. */
    hideMessageText: z.boolean(),
    launchAtLogin: z.boolean(),
    /** Closing the window leaves the app in the tray. */
    closeToTray: z.boolean(),
    serverAddress,
  })
  const shown = settings.extend({
    /** The servers that the app remembers, the one that is open first. */
    servers: z.array(serverAddress).max(MAX_SERVERS),
  })
  const state = z.object({
    phase: z.enum(DESKTOP_PHASES),
    /** The conversation on screen. */
    openId: z.uuid().nullable(),
    unread: z
      .array(z.object({ conversationId: z.uuid(), count: z.number().int().min(1).max(1_000_000) }))
      .max(LIMITS.maxPageSize),
  })
  const event = z.object({
    /** One for each thing that happened, however often it is told. */
    id: z.string().min(1).max(200),
    kind: z.enum(['match', 'message', 'left', 'not-sent']),
    conversationId: z.uuid(),
    partnerName: z.string().max(200),
    /** The words of a message, or why one was not sent. */
    text: z.string().max(LIMITS.message.max),
  })
  /** The session's token as the server gave it; null after a logout. */
  const token = z.string().min(1).max(4_096).nullable()
  const settingsChange = z.strictObject(settings.partial().shape)
  return { token, serverAddress, settings: shown, settingsChange, state, event }
}

export const DESKTOP_MODELS = /* @__PURE__ */ makeModels()
type Models = typeof DESKTOP_MODELS

export type DesktopSettings = z.output<Models['settings']>
export type DesktopSettingsChange = z.input<Models['settingsChange']>
export type DesktopState = z.output<Models['state']>
export type DesktopEvent = z.output<Models['event']>

/** What the shell tells the page: only the shell can send it, so that its type is enough. */
export type DesktopMessage =
  | { type: 'find-match' }
  | { type: 'find-another' }
  | { type: 'open-settings' }
  | { type: 'open-conversation'; conversationId: string }
  | { type: 'reply'; conversationId: string; text: string }
  /** Whether somebody is looking: the window is shown, in front, and the screen is not locked. */
  | { type: 'attention'; attentive: boolean }
  | { type: 'settings'; settings: DesktopSettings }

/** `window.rapportDesktop`, as the preload exposes it. */
export interface DesktopBridge {
  readSettings(): Promise<DesktopSettings>
  /** Answers what holds then. @throws when the change was refused, or not confirmed */
  changeSettings(change: DesktopSettingsChange): Promise<DesktopSettings>
  /** Removes another server and its token from the app. Returns what holds then. @throws when it is no address */
  forgetServer(address: string): Promise<DesktopSettings>
  /** Returns the token of the session with this server; null without one. */
  readToken(): Promise<string | null>
  /** Keeps the token in the system's secure storage; null removes it. @throws when it could not be written */
  keepToken(token: string | null): Promise<void>
  tellState(state: DesktopState): void
  tellEvent(event: DesktopEvent): void
  /** The returned function stops listening. */
  onMessage(listener: (message: DesktopMessage) => void): () => void
}
