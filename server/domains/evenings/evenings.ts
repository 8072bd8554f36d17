import type { EveningCancellation, EveningChange, EveningPlan } from '#schema/evenings.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { cancelEvenings } from './cancel-evenings.ts'
import { changeEvenings } from './change-evenings.ts'
import { countEvenings } from './count-evenings.ts'
import { type BelowEvenings, createEveningsContext } from './evenings-context.ts'
import { listEvenings } from './list-evenings.ts'
import { listPlannedEvenings } from './list-planned-evenings.ts'
import { remindMembers } from './remind-members.ts'
import { runningEvening } from './running-evening.ts'
import { scheduleEvenings } from './schedule-evenings.ts'
import { searchWithin } from './search-within.ts'
import { setReminder } from './set-reminder.ts'

const REMIND_EVERY = 20_000
const COUNT_EVERY = 10 * 60_000

export type Evenings = ReturnType<typeof createEvenings>

/** Creates the evenings: topics with hours that administrators schedule. `start` begins to remind members and to count. */
export function createEvenings(platform: Platform, below: BelowEvenings) {
  const context = createEveningsContext(platform, below)
  const reminding = createRepeatingJob(platform, {
    name: 'evening_reminders',
    every: REMIND_EVERY,
    run: () => remindMembers(context),
  })
  const counting = createRepeatingJob(platform, {
    name: 'evening_figures',
    every: COUNT_EVERY,
    run: () => countEvenings(context),
  })
  return {
    list: (userId: string) => listEvenings(context, userId),
    setReminder: (userId: string, eveningId: string, isWanted: boolean) =>
      setReminder(context, userId, eveningId, isWanted),
    searchWithin: (userId: string, eveningId: string) => searchWithin(context, userId, eveningId),
    running: (eveningId: string) => runningEvening(context, eveningId),

    planned: (isPast: boolean) => listPlannedEvenings(context, isPast),
    schedule: (actorId: string, plan: EveningPlan) => scheduleEvenings(context, actorId, plan),
    change: (actorId: string, change: EveningChange) => changeEvenings(context, actorId, change),
    cancel: (actorId: string, cancellation: EveningCancellation) =>
      cancelEvenings(context, actorId, cancellation),

    /** Reminds the members who are due. Failures are reported; it never rejects. */
    remind: reminding.run,
    /** Counts the evenings that ended a day ago. Failures are reported; it never rejects. */
    count: counting.run,
    start() {
      reminding.start()
      counting.start()
    },
    async [Symbol.asyncDispose]() {
      await reminding.stop()
      await counting.stop()
    },
  }
}
