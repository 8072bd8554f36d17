import { type Accounts, createAccounts, type PasswordCost } from './accounts/index.ts'
import { type Admin, createAdmin } from './admin/index.ts'
import { type Billing, createBilling, type PaymentSettings, paymentSettingsOf } from './billing/index.ts'
import { type Chat, createChat, DEPARTURE_TIMES, type DepartureTimes } from './chat/index.ts'
import { createMailbox, type Mailbox } from './embedded/index.ts'
import {
  createLive,
  createMemoryEventLog,
  createRedisEventLog,
  createSessionSweep,
  type Live,
  type SessionSweep,
} from './live/index.ts'
import {
  createMatching,
  createMemberSearch,
  createMemoryTicketStore,
  createRedisTicketStore,
  type Matching,
  type MemberSearch,
} from './matching/index.ts'
import { createGeocoder, createNearby, type Nearby, placeNames } from './nearby/index.ts'
import {
  createAccountMails,
  createInbox,
  createLaunchMail,
  createMail,
  createMissedMails,
  createReminderMails,
  createReminders,
  createSafetyMails,
  type Inbox,
  type MissedMails,
  type Reminders,
} from './notifications/index.ts'
import { openPlatform, type Platform, type PlatformOptions } from './platform.ts'
import { type ComingsAndGoings, createPresence, type Presence } from './presence/index.ts'
import { createPrivacy, type Privacy } from './privacy/index.ts'
import {
  type BotDefence,
  createBanSignals,
  createDefences,
  createSafety,
  type Safety,
} from './safety/index.ts'
import { serverSecret } from './store/index.ts'
import { wireFacts } from './wire-facts.ts'

export interface AppContext extends Omit<Platform, 'secrets' | 'onError'> {
  readonly live: Live
  readonly presence: Presence
  readonly comingsAndGoings: ComingsAndGoings
  readonly safety: Safety
  readonly botDefence: BotDefence
  readonly nearby: Nearby
  readonly billing: Billing
  readonly inbox: Inbox
  readonly missedMails: MissedMails
  readonly reminders: Reminders
  readonly chat: Chat
  readonly accounts: Accounts
  readonly admin: Admin
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
  /** The cost of password hashes; without one, OWASP's recommendation. */
  passwordCost?: PasswordCost | undefined
}

/** Opens the platform and builds the rooms on it; the one place that knows them all. */
export async function createContext(options: ContextOptions): Promise<AppContext> {
  const { config, departureTimes = DEPARTURE_TIMES } = options
  const platform = await openPlatform(options)
  const { database, redis, clock, facts, limits, secrets, securityLog, onError } = platform

  const eventLog = redis
    ? createRedisEventLog({ redis: redis.commands, subscriber: redis.subscriber, prefix: 'live:' })
    : createMemoryEventLog({ clock })
  const live = createLive({ log: eventLog, onError })
  const { presence, comingsAndGoings } = createPresence({
    redis: redis?.commands ?? null,
    facts,
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
    facts,
    limits,
    settings: config.defences,
    bans: signals,
    onError,
  })
  const inbox = createInbox({ database, clock, live, onError })
  const missedMails = createMissedMails({
    database,
    secret: await serverSecret({ pool: database.pool, box: secrets }, 'unsubscribe'),
    publicUrl: config.publicUrl,
  })
  const safetyMails = createSafetyMails({ database, clock, mail, publicUrl: config.publicUrl, onError })
  const reminders = createReminders({
    database,
    clock,
    facts,
    presence,
    inbox,
    mails: createReminderMails({ mail, publicUrl: config.publicUrl, onError }),
    missedMails,
    safetyMails,
    onError,
  })
  const defences = await createDefences({
    database,
    redis: redis?.commands ?? null,
    clock,
    facts,
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
    facts,
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
    facts,
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
    facts,
    limits,
    botDefence,
    entry: defences.entry,
    geocoder,
    newAccountHours: config.defences.newAccountHours,
    demoAccounts: config.demoAccounts,
    staffTwoFactor: config.staffTwoFactor,
    secrets,
    allowedOrigins: config.allowedOrigins,
    mails: createAccountMails({ mail, publicUrl: config.publicUrl, onError }),
    securityLog,
    passwordCost: options.passwordCost,
  })
  const matching = createMatching({
    store: redis
      ? createRedisTicketStore({ redis: redis.commands, prefix: 'match:' })
      : createMemoryTicketStore({ clock }),
    clock,
    openConversation: (userA, userB, starters) => chat.open(userA, userB, starters),
    onError,
  })

  const admin = createAdmin({
    database,
    clock,
    limits,
    online: () => presence.count(),
    waiting: () => matching.waiting(),
    facts,
    sendReleased: (sender, input) => chat.sendReleased(sender, input),
    placeOf: (position) => placeNames(geocoder, position),
    mailLaunch: createLaunchMail({ mail, publicUrl: config.publicUrl }),
    onError,
  })
  const search = createMemberSearch({ matching, chat, safety, limits, clock })
  const privacy = createPrivacy({
    database,
    clock,
    facts,
    limits,
    signals,
    notify: (userId, notice) => inbox.notify(userId, notice),
    onError,
  })

  const sessionSweep = createSessionSweep({
    live,
    endedAmong: (sessionKeys) => accounts.endedAmong(sessionKeys),
    onError,
  })

  wireFacts({ facts, database, config, mail, inbox, safetyMails, presence, matching, live, onError })
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
    facts,
    failures: platform.failures,
    limits,
    rateLimitTracker: platform.rateLimitTracker,
    live,
    presence,
    comingsAndGoings,
    safety,
    botDefence,
    nearby,
    billing,
    inbox,
    missedMails,
    reminders,
    chat,
    accounts,
    admin,
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
