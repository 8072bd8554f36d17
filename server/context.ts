import { createDomains, type DomainOptions } from './create-domains.ts'
import type { Domains } from './domains/index.ts'
import type { Live, SessionSweep } from './domains/live/index.ts'
import type { Matching, SearchWaits } from './domains/matching/index.ts'
import type { Reminders } from './domains/notifications/index.ts'
import type { PresenceTracker } from './domains/presence/index.ts'
import type { Mailbox } from './local/index.ts'
import { openPlatform, type Platform, type PlatformOptions } from './platform/open-platform.ts'
import { subscribeAll } from './subscribers.ts'

export interface AppContext extends Omit<Platform, 'secrets' | 'inFlight'>, Readonly<Domains> {
  readonly live: Live
  readonly matching: Matching
  readonly waits: SearchWaits
  readonly presenceTracker: PresenceTracker
  readonly reminders: Reminders
  readonly sessionSweep: SessionSweep
  /** The mails at /dev/mail; null where mail is really sent. */
  readonly mailbox: Mailbox | null
  [Symbol.asyncDispose](): Promise<void>
}

export interface ContextOptions extends PlatformOptions, DomainOptions {}

/** Opens the platform, builds the domains on it, subscribes them to their events and starts their background work. */
export async function createContext(options: ContextOptions): Promise<AppContext> {
  const platform = await openPlatform(options)
  try {
    return await startDomains(platform, options)
  } catch (error) {
    await platform[Symbol.asyncDispose]()
    throw error
  }
}

async function startDomains(whole: Platform, options: ContextOptions): Promise<AppContext> {
  const { secrets, inFlight, ...platform } = whole
  const { defences, decisionMails, billingMails, notices, ...domains } = await createDomains(whole, options)
  subscribeAll(platform.events, { ...domains, defences, decisionMails, billingMails, notices })
  const { accounts, chat, keeping, matching, billing, moderation, reminders, privacy, push } = domains
  const { sessionSweep, waits, evenings, presence, live, bells } = domains
  await chat.recover()
  for (const part of [
    accounts,
    chat,
    keeping,
    matching,
    waits,
    evenings,
    billing,
    moderation.enforcement,
    reminders,
    privacy,
    push,
    bells,
    sessionSweep,
  ])
    part.start()

  return {
    ...platform,
    ...domains,
    botDefence: defences.botDefence,
    async [Symbol.asyncDispose]() {
      await moderation.enforcement.stop()
      for (const part of [
        accounts,
        sessionSweep,
        privacy,
        bells,
        push,
        reminders,
        billing,
        evenings,
        waits,
        matching,
        // Members who go offline are recorded by the chat.
        presence,
        chat,
        keeping,
        defences,
        live,
        platform,
      ])
        await part[Symbol.asyncDispose]()
    },
  }
}
