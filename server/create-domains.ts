import { PRODUCT } from '#schema/product.ts'
import { createDefences, isUrgentText } from './domains/abuse/index.ts'
import { createAccounts, type PasswordCost, relyingPartyOf } from './domains/accounts/index.ts'
import { createAdmin } from './domains/admin/index.ts'
import { createBells } from './domains/bells/index.ts'
import { createBilling, type PaymentSettings, paymentSettingsOf } from './domains/billing/index.ts'
import { createChat, DEPARTURE_TIMES, type DepartureTimes } from './domains/chat/index.ts'
import { createEvenings } from './domains/evenings/index.ts'
import { createKeeping } from './domains/keeping/index.ts'
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
import { createMatching, createMemberSearch, createSearchWaits } from './domains/matching/index.ts'
import {
  createBanSignals,
  createModeration,
  createModerationQueues,
  outcomeText,
} from './domains/moderation/index.ts'
import { createCells, createGeocoder, createNearby } from './domains/nearby/index.ts'
import {
  createDecisionNotices,
  createEmailPreferences,
  createInbox,
  createKnockNotices,
  createReminders,
} from './domains/notifications/index.ts'
import { createPresence, type Presence } from './domains/presence/index.ts'
import { createPrivacy } from './domains/privacy/index.ts'
import { createPush, createVapidKeys } from './domains/push/index.ts'
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
  const { config } = options
  const { departureTimes = DEPARTURE_TIMES } = options
  // Both run only for a stream, and streams open after every domain is built.
  const live: Live = createLive(platform, {
    completeReplays: () => chat.redeliver(),
    revalidate: ({ sessionKey }) => accounts.sessionStatusOf(sessionKey),
  })
  const { presence, presenceTracker } = createPresence(platform, { grace: departureTimes.grace })
  const { mail, mailbox } = createMailing(platform, options)
  const signals = await createBanSignals(platform, config.defences)
  const moderation = createModeration(platform, { signals, isUrgentText }, config.defences)
  const notifications = await createNotifications(platform, { live, presence, mail }, config)
  const defences = await createDefences(platform, { signals, moderation }, config.defences)
  const billing = createBilling(platform, {
    payments: options.payments ?? paymentSettingsOf(config),
    freeConversationsADay: config.freeConversationsADay,
    origins: config.allowedOrigins,
  })
  const geocoder = createGeocoder()
  const cells = createCells(
    await serverSecret({ pool: platform.database.pool, box: platform.secrets }, 'nearby'),
  )
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
  const accounts = await createAccounts(
    platform,
    { defences, geocoder, cells, mails: createAccountMails(platform, { mail }, config) },
    accountSettingsOf(options),
  )
  const evenings = createEvenings(platform, { chat })
  const matching = createMatching(platform, { chat, presence, evenings })
  const waits = await createSearchWaits(platform, matching)
  const belowPush = { presence, matching, moderation, ...notifications }
  const { push, bells } = await createPushAndBells(platform, belowPush, config)
  const mailLaunch = createLaunchMail(platform, { mail }, config)
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
    keeping: createKeeping(platform, { live, presence, inbox: notifications.inbox }),
    accounts,
    matching,
    waits,
    evenings,
    ...notifications,
    moderationQueues: createModerationQueues(platform, { chat }),
    admin: createAdmin(platform, { presence, matching, geocoder, mailLaunch }),
    search: createMemberSearch(platform, { matching, chat, moderation, presence, push, waits, evenings }),
    push,
    bells,
    privacy: createPrivacy(platform, { accounts, inbox: notifications.inbox, signals }),
    sessionSweep: createSessionSweep(platform, { live, accounts }),
  }
}

function createMailing(platform: Platform, { config, ...options }: DomainOptions) {
  const mailbox = options.mailbox ?? (config.smtpUrl ? null : createMailbox({ limit: 500 }))
  const smtpUrl = mailbox ? null : config.smtpUrl
  return { mailbox, mail: createMail(platform, { smtpUrl, from: config.mailFrom, mailbox }) }
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
    knockNotices: createKnockNotices({ inbox }),
  }
}

async function createPushAndBells(
  platform: Platform,
  below: { presence: Presence } & Omit<Parameters<typeof createBells>[1], 'push'>,
  config: Config,
) {
  const push = createPush(platform, below, await pushSettingsOf(platform, config))
  return { push, bells: createBells(platform, { ...below, push }) }
}

/** Local mode makes its own keys. Without keys, the server sends no push messages. */
const pushSettingsOf = async (platform: Platform, { push: { vapid, makesKeys, services } }: Config) => ({
  vapid: vapid ?? (makesKeys ? await createVapidKeys(platform, `mailto:${PRODUCT.supportEmail}`) : null),
  services,
})

const accountSettingsOf = ({ config, passwordCost }: DomainOptions) => ({
  newAccountHours: config.defences.newAccountHours,
  lastingMailDomains: config.defences.lastingMailDomains,
  demoAccounts: config.demoAccounts,
  staffTwoFactor: config.staffTwoFactor,
  origins: originsOf(config),
  relyingParty: relyingPartyOf(config),
  passwordCost,
})
