import type { DecisionMails, ReminderMails } from '#server/domains/mail/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { createDecisionRedelivery } from './decision-redelivery.ts'
import type { EmailPreferences } from './email-preferences.ts'
import type { Inbox } from './inbox.ts'
import { resetLapsedChoices } from './lapsed-choices.ts'
import { sendPremiumReminders } from './premium-reminders.ts'
import { sendUnreadReminders } from './unread-reminders.ts'

/** After a restart, clients reconnect within this time and so are not reminded as offline. */
const UNREAD_INTERVAL = 10_000
const PREMIUM_INTERVAL = 10 * 60_000
const REDELIVERY_INTERVAL = 10_000

export type Reminders = ReturnType<typeof createReminders>

interface BelowReminders {
  presence: Pick<Presence, 'online'>
  inbox: Inbox
  emailPreferences: Pick<EmailPreferences, 'unsubscribeLink'>
  mails: ReminderMails
  decisionMails: Pick<DecisionMails, 'retryFailed'>
}

/** Creates the jobs that send what is due. Any number of nodes may run them at the same time. */
export function createReminders(platform: Platform, below: BelowReminders) {
  const { database, clock } = platform
  const { inbox, decisionMails } = below
  const unread = { database, clock, ...below, onError: platform.failures.of('unread_reminders') }
  const redeliverNotices = createDecisionRedelivery(platform)
  const jobs = {
    /** Reminds offline members of unread messages. Returns in how many conversations. */
    sendUnreadReminders: () => sendUnreadReminders(unread),
    /** Reminds members that their premium ends, and resets what it no longer pays for. Returns how many it notified. */
    sendPremiumReminders: async () =>
      (await sendPremiumReminders(platform, below)) + (await resetLapsedChoices(platform, inbox)),
    /** Repeats notices and mails of decisions that were not delivered. Returns how many it repeated. */
    redeliverDecisions: async () => (await redeliverNotices()) + (await decisionMails.retryFailed()),
  }
  const repeating = [
    createRepeatingJob(platform, {
      name: 'unread_reminders',
      every: UNREAD_INTERVAL,
      run: jobs.sendUnreadReminders,
    }),
    createRepeatingJob(platform, {
      name: 'premium_reminders',
      every: PREMIUM_INTERVAL,
      run: jobs.sendPremiumReminders,
    }),
    createRepeatingJob(platform, {
      name: 'decision_redelivery',
      every: REDELIVERY_INTERVAL,
      run: jobs.redeliverDecisions,
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
