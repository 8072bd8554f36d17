import type { DecisionMails, ReminderMails } from '#server/domains/mail/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { EventBus } from '#server/events.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { createDecisionRedelivery } from './decision-redelivery.ts'
import type { EmailPreferences } from './email-preferences.ts'
import type { Inbox } from './inbox.ts'
import { createPremiumEnding } from './premium-ending.ts'
import { createSendMissedMails } from './unread-reminder-mails.ts'
import { createMissedMessages } from './unread-reminders.ts'

/** Long enough after a start for those who were online to be so again. */
const MISSED_EVERY = 10_000
const ENDING_EVERY = 10 * 60_000
const DECISIONS_EVERY = 10_000

/** What nobody causes but time. Any number of nodes may do it at once. */
export interface Reminders {
  /** Answers in how many conversations somebody was told of what they missed. */
  sendUnreadReminders(): Promise<number>
  /** Answers how many were told that their premium ends. */
  sendPremiumReminders(): Promise<number>
  /** Makes good what was decided and told to nobody, and mails that failed. Answers how much was owed. */
  redeliverDecisions(): Promise<number>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function createReminders(deps: {
  database: Pick<Database, 'pool'>
  clock: Clock
  events: EventBus
  presence: Pick<Presence, 'online'>
  inbox: Inbox
  mails: ReminderMails
  emailPreferences: EmailPreferences
  decisionMails: Pick<DecisionMails, 'retryFailed'>
  onError(error: unknown): void
}): Reminders {
  const { onError } = deps
  const premiumEnding = createPremiumEnding(deps)
  const missedMessages = createMissedMessages({ ...deps, sendMails: createSendMissedMails(deps) })
  const owedDecisions = createDecisionRedelivery(deps)
  const decisions = async () => (await owedDecisions()) + (await deps.decisionMails.retryFailed())
  const tickers = [
    createRepeatingJob({ every: MISSED_EVERY, run: missedMessages, onError }),
    createRepeatingJob({ every: ENDING_EVERY, run: premiumEnding, onError }),
    createRepeatingJob({ every: DECISIONS_EVERY, run: decisions, onError }),
  ]
  return {
    sendUnreadReminders: missedMessages,
    sendPremiumReminders: premiumEnding,
    redeliverDecisions: decisions,
    start() {
      for (const ticker of tickers) ticker.start()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(tickers.map((ticker) => ticker.stop()))
    },
  }
}
