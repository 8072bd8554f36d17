import { type BotDefence, createDefences } from './domains/abuse/index.ts'
import { type Accounts, createAccounts } from './domains/accounts/index.ts'
import { type Admin, createAdmin } from './domains/admin/index.ts'
import {
  type Billing,
  createBilling,
  type PaymentSettings,
  paymentSettingsOf,
} from './domains/billing/index.ts'
import { type Chat, createChat, DEPARTURE_TIMES, type DepartureTimes } from './domains/chat/index.ts'
import {
  createLive,
  createMemoryEventLog,
  createRedisEventLog,
  createSessionSweep,
  type Live,
  type SessionSweep,
} from './domains/live/index.ts'
import {
  createAccountMails,
  createLaunchMail,
  createMail,
  createReminderMails,
  createSafetyMails,
} from './domains/mail/index.ts'
import {
  createMatching,
  createMemberSearch,
  createMemoryTicketStore,
  createRedisTicketStore,
  type Matching,
  type MemberSearch,
} from './domains/matching/index.ts'
import {
  createBanSignals,
  createModerationQueues,
  createSafety,
  type ModerationQueues,
  type Safety,
} from './domains/moderation/index.ts'
import { createGeocoder, createNearby, type Nearby, placeNames } from './domains/nearby/index.ts'
import {
  createEmailPreferences,
  createInbox,
  createReminders,
  type EmailPreferences,
  type Inbox,
  type Reminders,
} from './domains/notifications/index.ts'
import { createPresence, type Presence, type PresenceTracker } from './domains/presence/index.ts'
import { createPrivacy, type Privacy } from './domains/privacy/index.ts'
import { createMailbox, type Mailbox } from './local/index.ts'
import { openPlatform, type Platform, type PlatformOptions } from './platform/open-platform.ts'
import { serverSecret } from './platform/postgres/index.ts'
import { subscribe } from './subscribers.ts'

export interface AppContext extends Omit<Platform, 'secrets' | 'onError'> {
  readonly live: Live
  readonly presence: Presence
  readonly presenceTracker: PresenceTracker
  readonly safety: Safety
  readonly botDefence: BotDefence
  readonly nearby: Nearby
  readonly billing: Billing
  readonly inbox: Inbox
  readonly emailPreferences: EmailPreferences
  readonly reminders: Reminders
  readonly chat: Chat
  readonly accounts: Accounts
  readonly admin: Admin
  readonly moderationQueues: ModerationQueues
  readonly matching: Matching
  readonly privacy: Privacy
  readonly search: MemberSearch
  readonly sessionSweep: SessionSweep
  /** The mails at /dev/mail; null where mail is really sent. */
  readonly mailbox: Mailbox | null
  [Symbol.asyncDispose](): Promise<void>
}

export interface ContextOptions extends PlatformOptions {
  /** Where money is taken, when that is not where the configuration says. */
  payments?: PaymentSettings | undefined
  /** Takes all mail instead of SMTP_URL. */
  mailbox?: Mailbox | undefined
  /** When members who are gone count as offline, and when their conversations end. */
  departureTimes?: DepartureTimes
}

/** Opens the platform and builds the domains on it; the one place that knows them all. */
export async function createContext(options: ContextOptions): Promise<AppContext> {
  const { config, departureTimes = DEPARTURE_TIMES } = options
  const platform = await openPlatform(options)
  const { database, redis, clock, events, limits, secrets, securityLog, onError } = platform

  const eventLog = redis
    ? createRedisEventLog({ redis: redis.commands, subscriber: redis.subscriber, prefix: 'live:' })
    : createMemoryEventLog({ clock })
  const live = createLive({ log: eventLog, onError })
  const { presence, presenceTracker } = createPresence({
    redis: redis?.commands ?? null,
    events,
    grace: departureTimes.grace,
    onError,
  })

  const mailbox = options.mailbox ?? (config.smtpUrl ? null : createMailbox({ limit: 500 }))
  const smtpUrl = mailbox ? null : config.smtpUrl
  const mail = createMail({ smtpUrl, from: config.mailFrom, mailbox })
  const signals = await createBanSignals({
    database,
    secrets,
    clock,
    days: config.defences.banSignalDays,
  })
  const safety = createSafety({
    database,
    clock,
    events,
    limits,
    settings: config.defences,
    bans: signals,
    onError,
  })
  const inbox = createInbox({ database, clock, live, onError })
  const emailPreferences = createEmailPreferences({
    database,
    secret: await serverSecret({ pool: database.pool, box: secrets }, 'unsubscribe'),
    publicUrl: config.publicUrl,
  })
  const safetyMails = createSafetyMails({ database, clock, mail, publicUrl: config.publicUrl, onError })
  const reminders = createReminders({
    database,
    clock,
    events,
    presence,
    inbox,
    mails: createReminderMails({ mail, publicUrl: config.publicUrl, onError }),
    emailPreferences,
    safetyMails,
    onError,
  })
  const defences = await createDefences({
    database,
    redis: redis?.commands ?? null,
    clock,
    events,
    limits,
    settings: config.defences,
    signals,
    secrets,
    pause: (userId, reason, reportId) => safety.moderation.pause(userId, reason, reportId),
    onError,
  })
  const { botDefence } = defences
  const billing = createBilling({
    database,
    clock,
    events,
    limits,
    settings: options.payments ?? paymentSettingsOf(config),
    freeConversationsADay: config.freeConversationsADay,
    origins: config.allowedOrigins,
    onError,
  })
  const geocoder = createGeocoder()
  const nearby = createNearby({ database, clock, limits, safety })
  const chat = createChat({
    database,
    clock,
    live,
    presence,
    events,
    limits,
    nearby,
    screen: defences.screen,
    botDefence,
    freeConversationsADay: config.freeConversationsADay,
    departureTimes,
    onError,
  })
  const accounts = await createAccounts({
    database,
    clock,
    events,
    limits,
    botDefence,
    signupScreening: defences.entry,
    geocoder,
    newAccountHours: config.defences.newAccountHours,
    demoAccounts: config.demoAccounts,
    staffTwoFactor: config.staffTwoFactor,
    secrets,
    allowedOrigins: config.allowedOrigins,
    mails: createAccountMails({ mail, publicUrl: config.publicUrl, onError }),
    securityLog,
  })
  const matching = createMatching({
    store: redis
      ? createRedisTicketStore({ redis: redis.commands, prefix: 'match:' })
      : createMemoryTicketStore({ clock }),
    clock,
    openConversation: (userA, userB, starters) => chat.open(userA, userB, starters),
    onError,
  })

  const moderationQueues = createModerationQueues({
    database,
    clock,
    events,
    sendReleased: (sender, input) => chat.sendReleased(sender, input),
  })
  const admin = createAdmin({
    database,
    clock,
    limits,
    online: () => presence.count(),
    waiting: () => matching.waiting(),
    placeOf: (position) => placeNames(geocoder, position),
    mailLaunch: createLaunchMail({ mail, publicUrl: config.publicUrl }),
    onError,
  })
  const search = createMemberSearch({ matching, chat, safety, limits, clock })
  const privacy = createPrivacy({
    database,
    clock,
    events,
    limits,
    signals,
    notify: (userId, notice) => inbox.notify(userId, notice),
    onError,
  })

  const sessionSweep = createSessionSweep({
    live,
    endedAmong: (sessionKeys) => accounts.filterEndedSessions(sessionKeys),
    onError,
  })

  subscribe({ events, database, config, mail, inbox, safetyMails, presence, matching, live, onError })
  await chat.recover()
  chat.start()
  matching.start()
  billing.start()
  safety.moderation.start()
  reminders.start()
  privacy.start()
  sessionSweep.start()

  return {
    database,
    redis,
    clock,
    events,
    failures: platform.failures,
    limits,
    rateLimitTracker: platform.rateLimitTracker,
    live,
    presence,
    presenceTracker,
    safety,
    botDefence,
    nearby,
    billing,
    inbox,
    emailPreferences,
    reminders,
    chat,
    accounts,
    admin,
    moderationQueues,
    matching,
    privacy,
    search,
    securityLog,
    sessionSweep,
    mailbox,
    async [Symbol.asyncDispose]() {
      await safety.moderation.stop()
      for (const part of [
        sessionSweep,
        privacy,
        reminders,
        billing,
        matching,
        chat,
        defences,
        presence,
        live,
        platform,
      ])
        await part[Symbol.asyncDispose]()
    },
  }
}
