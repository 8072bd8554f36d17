import type { DecisionMails, ReminderMails } from '#server/domains/mail/index.ts'
import type { EventBus } from '#server/events.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { createDecisionRedelivery } from './decision-redelivery.ts'
import type { Inbox } from './inbox.ts'
import { resetLapsedChoices } from './lapsed-choices.ts'
import { sendPremiumReminders } from './premium-reminders.ts'
import { sendUnreadReminders, type UnreadReminderDeps } from './unread-reminders.ts'

/** After a restart, clients reconnect within this time and so are not reminded as offline. */
const UNREAD_INTERVAL = 10_000
const PREMIUM_INTERVAL = 10 * 60_000
const REDELIVERY_INTERVAL = 10_000

/** Jobs that send what is due. Any number of nodes may run them at the same time. */
export interface Reminders {
  /** Reminds offline members of unread messages. Returns in how many conversations. */
  sendUnreadReminders(): Promise<number>
  /** Reminds members that their premium ends, and resets what it no longer pays for. Returns how many it notified. */
  sendPremiumReminders(): Promise<number>
  /** Repeats notices and mails of decisions that were not delivered. Returns how many it repeated. */
  redeliverDecisions(): Promise<number>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function createReminders(
  deps: UnreadReminderDeps & {
    events: EventBus
    inbox: Inbox
    mails: ReminderMails
    decisionMails: Pick<DecisionMails, 'retryFailed'>
    metrics?: Metrics | undefined
  },
): Reminders {
  const { onError, decisionMails, metrics } = deps
  const redeliverNotices = createDecisionRedelivery(deps)
  const jobs = {
    sendUnreadReminders: () => sendUnreadReminders(deps),
    sendPremiumReminders: async () => (await sendPremiumReminders(deps)) + (await resetLapsedChoices(deps)),
    redeliverDecisions: async () => (await redeliverNotices()) + (await decisionMails.retryFailed()),
  }
  const repeating = [
    createRepeatingJob({
      name: 'unread_reminders',
      every: UNREAD_INTERVAL,
      run: jobs.sendUnreadReminders,
      onError,
      metrics,
    }),
    createRepeatingJob({
      name: 'premium_reminders',
      every: PREMIUM_INTERVAL,
      run: jobs.sendPremiumReminders,
      onError,
      metrics,
    }),
    createRepeatingJob({
      name: 'decision_redelivery',
      every: REDELIVERY_INTERVAL,
      run: jobs.redeliverDecisions,
      onError,
      metrics,
    }),
  ]
  return {
    ...jobs,
    start() {
      for (const job of repeating) job.start()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(repeating.map((job) => job.stop()))
    },
  }
}
