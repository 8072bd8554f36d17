import { createDefences, type Defences, isUrgentText } from './domains/abuse/index.ts'
import { createAccounts, type PasswordCost } from './domains/accounts/index.ts'
import { createAdmin } from './domains/admin/index.ts'
import { createBilling, type PaymentSettings, paymentSettingsOf } from './domains/billing/index.ts'
import { type Chat, createChat, DEPARTURE_TIMES, type DepartureTimes } from './domains/chat/index.ts'
import { createLive, createSessionSweep, type Live } from './domains/live/index.ts'
import {
  createAccountMails,
  createBillingMails,
  createDecisionMails,
  createLaunchMail,
  createMail,
  createReminderMails,
  type Mail,
} from './domains/mail/index.ts'
import { createMatching, createMemberSearch, type Matching } from './domains/matching/index.ts'
import {
  type BanSignals,
  createBanSignals,
  createModeration,
  createModerationQueues,
  type Moderation,
  outcomeText,
} from './domains/moderation/index.ts'
import {
  type Cells,
  createCells,
  createGeocoder,
  createNearby,
  type Geocoder,
  placeNames,
} from './domains/nearby/index.ts'
import {
  createDecisionNotices,
  createEmailPreferences,
  createInbox,
  createReminders,
} from './domains/notifications/index.ts'
import { createPresence, type Presence } from './domains/presence/index.ts'
import { createPrivacy } from './domains/privacy/index.ts'
import { createMailbox, type Mailbox } from './local/index.ts'
import type { Config } from './platform/config/config.ts'
import { originsOf } from './platform/http/origins.ts'
import type { Platform } from './platform/open-platform.ts'
import { serverSecret } from './platform/postgres/index.ts'

export interface DomainOptions {
  config: Config
  /** Overrides the payment providers of the configuration. */
  payments?: PaymentSettings | undefined
  /** Takes all mail instead of SMTP_URL. */
  mailbox?: Mailbox | undefined
  /** When members who are gone count as offline, and when their conversations end. */
  departureTimes?: DepartureTimes
  /** The cost of password hashes; without one, OWASP's recommendation. */
  passwordCost?: PasswordCost | undefined
}

/** Builds every domain on the platform. Nothing runs in the background yet. */
export async function createDomains(platform: Platform, options: DomainOptions) {
  const { database, clock, events, limits, metrics, tombstones, onError } = platform
  const { config } = options
  const { departureTimes = DEPARTURE_TIMES } = options
  // Both calls come with a stream, when the domains below exist.
  const live: Live = createLive(platform, {
    completeReplays: () => chat.redeliver(),
    revalidate: ({ sessionKey }) => accounts.sessionStatusOf(sessionKey),
  })
  const { presence, presenceTracker } = createPresence(platform, { grace: departureTimes.grace })
  const { mail, mailbox } = createMailing(platform, options)
  const { signals, moderation } = await openModeration(platform, config)
  const notifications = await createNotifications(platform, { live, presence, mail }, config)
  const { inbox } = notifications
  const defences = await createDefences({
    ...platform,
    redis: platform.redis?.commands ?? null,
    settings: config.defences,
    signals,
    pause: (userId, reason, reportId) => moderation.decisions.pause(userId, reason, reportId),
  })
  const billing = createBilling(platform, {
    payments: options.payments ?? paymentSettingsOf(config),
    freeConversationsADay: config.freeConversationsADay,
    origins: config.allowedOrigins,
  })
  const geocoder = createGeocoder()
  const cells = createCells(await serverSecret({ pool: database.pool, box: platform.secrets }, 'nearby'))
  const nearby = createNearby(platform, { moderation, cells })
  const chat = createChat(
    platform,
    { live, presence, nearby, defences },
    {
      freeConversationsADay: config.freeConversationsADay,
      messageRetentionMonths: config.database.messageRetentionMonths,
      departureTimes,
    },
  )
  const accounts = await createAccountsDomain(platform, { ...options, defences, geocoder, cells, mail })
  const matching = createMatching(platform, { chat, presence })
  return {
    live,
    presence,
    presenceTracker,
    mailbox,
    moderation,
    defences,
    billing,
    nearby,
    chat,
    accounts,
    matching,
    ...notifications,
    ...createStaffDomains(platform, { config, presence, matching, chat, geocoder, mail }),
    search: createMemberSearch(platform, { matching, chat, moderation, presence }),
    privacy: createPrivacy({
      ...{ database, clock, events, limits, metrics, signals, tombstones, texts: platform.texts, onError },
      notify: (userId, notice) => inbox.notify(userId, notice),
      confirmOwner: accounts.confirmOwner,
    }),
    sessionSweep: createSessionSweep(platform, { live, accounts }),
  }
}

function createMailing(platform: Platform, { config, ...options }: DomainOptions) {
  const mailbox = options.mailbox ?? (config.smtpUrl ? null : createMailbox({ limit: 500 }))
  const smtpUrl = mailbox ? null : config.smtpUrl
  return { mailbox, mail: createMail(platform, { smtpUrl, from: config.mailFrom, mailbox }) }
}

async function openModeration(
  { database, clock, events, limits, metrics, secrets, onError }: Platform,
  { defences }: Config,
): Promise<{ signals: BanSignals; moderation: Moderation }> {
  const signals = await createBanSignals({ database, secrets, clock, days: defences.banSignalDays })
  const moderation = createModeration({
    ...{ database, clock, events, limits, metrics, onError },
    settings: defences,
    bans: signals,
    isUrgentText,
  })
  return { signals, moderation }
}

async function createNotifications(
  platform: Platform,
  { live, presence, mail }: { live: Live; presence: Presence; mail: Mail },
  { publicUrl }: Config,
) {
  const inbox = createInbox(platform, { live })
  const emailPreferences = await createEmailPreferences(platform, { publicUrl })
  const decisionMails = createDecisionMails(platform, { mail }, { publicUrl })
  const mails = createReminderMails(platform, { mail }, { publicUrl })
  return {
    inbox,
    emailPreferences,
    decisionMails,
    reminders: createReminders(platform, { presence, inbox, emailPreferences, decisionMails, mails }),
    billingMails: createBillingMails(platform, { mail }, { publicUrl }),
    notices: createDecisionNotices({ inbox, outcomeText }),
  }
}

interface AccountsNeeds {
  passwordCost?: PasswordCost | undefined
  config: Config
  defences: Defences
  geocoder: Geocoder
  cells: Cells
  mail: Mail
}

function createAccountsDomain(
  platform: Platform,
  { config, passwordCost, defences, geocoder, cells, mail }: AccountsNeeds,
) {
  const mails = createAccountMails(platform, { mail }, config)
  return createAccounts(
    platform,
    { defences, geocoder, cells, mails },
    {
      newAccountHours: config.defences.newAccountHours,
      lastingMailDomains: config.defences.lastingMailDomains,
      demoAccounts: config.demoAccounts,
      staffTwoFactor: config.staffTwoFactor,
      origins: originsOf(config),
      passwordCost,
    },
  )
}

interface StaffNeeds {
  config: Config
  presence: Presence
  matching: Matching
  chat: Chat
  geocoder: Geocoder
  mail: Mail
}

function createStaffDomains(
  platform: Platform,
  { config, presence, matching, chat, geocoder, mail }: StaffNeeds,
) {
  const { database, clock, events, limits, onError } = platform
  const moderationQueues = createModerationQueues({
    ...{ database, clock, events },
    sendReleased: (sender, input) => chat.sendReleased(sender, input),
  })
  const admin = createAdmin({
    ...{ database, clock, limits, onError },
    online: () => presence.count(),
    waiting: () => matching.waiting(),
    placeOf: (position) => placeNames(geocoder, position),
    mailLaunch: createLaunchMail(platform, { mail }, config),
  })
  return { moderationQueues, admin }
}
