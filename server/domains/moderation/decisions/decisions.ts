import type { Decision } from '#schema/moderation.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { decideAppeal, fileAppeal, type Verdict } from './appeals.ts'
import { decideAbout, decideReport } from './decide-report.ts'
import { type DecisionContext, inTransaction } from './decision-transaction.ts'
import { dismissReports } from './dismiss-reports.ts'
import { emitDecidedAppeals, emitDecision, emitUserChanged } from './emit-decisions.ts'
import { pauseAccount } from './pause-account.ts'
import { readAccountStatus } from './read-account-status.ts'
import { reverseAsModerator } from './reversals.ts'

/** Creates the decisions about members and their appeals. Each decision is one transaction; its events follow the commit. */
export function createDecisions(context: DecisionContext) {
  const { database, clock, events } = context

  async function decide(actor: Actor, reportId: string, decision: Decision): Promise<void> {
    const result = await inTransaction(context, (within) => decideReport(within, actor, reportId, decision))
    await emitDecision(events, result, actor)
  }

  return {
    /** Decides an open report. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
    decideReport: decide,

    /** Dismisses several reports for one reason. Returns which were refused, and why. */
    dismissReports: (actor: Actor, reportIds: readonly string[], reason: string) =>
      dismissReports(database, reportIds, (id) => decide(actor, id, { kind: 'DISMISS', reason })),

    /** Decides about a member without a report. @throws ApiError NOT_FOUND, FORBIDDEN, INVALID */
    async decideAbout(actor: Actor, userId: string, decision: Decision) {
      const result = await inTransaction(context, (within) => decideAbout(within, actor, userId, decision))
      await emitDecision(events, result, actor)
    },

    /** Reverses an action without an appeal. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
    async reverse(actor: Actor, actionId: string, reason: string) {
      const { userId, appeals } = await inTransaction(context, (within) =>
        reverseAsModerator(within, actor, actionId, reason),
      )
      await emitUserChanged(events, userId)
      await emitDecidedAppeals(events, appeals, actor)
    },

    pause: (userId: string, reason: string, reportId: string | null) =>
      pauseAccount(context, { userId, reason, reportId }),

    /** Files an appeal of the member. @throws ApiError NOT_FOUND, CONFLICT */
    async appeal(userId: string, actionId: string, text: string) {
      const id = await inTransaction(context, (within) => fileAppeal(within, { userId, actionId, text }))
      const about = { ids: [id], subjectId: userId, actorId: null }
      await events.emit('moderationChanged', { kind: 'APPEAL_ARRIVED', ...about })
    },

    /** Decides an appeal. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
    async decideAppeal(actor: Actor, verdict: Verdict) {
      const appeals = await inTransaction(context, (within) => decideAppeal(within, actor, verdict))
      const [decided] = appeals
      if (decided) await emitUserChanged(events, decided.userId)
      await emitDecidedAppeals(events, appeals, actor)
    },

    accountStatus: (userId: string) => readAccountStatus(database.prisma, userId, new Date(clock.now())),
  }
}
