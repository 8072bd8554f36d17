import type { Decision } from '#schema/moderation.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { decideAppeal, fileAppeal } from './appeals.ts'
import { decideAbout, decideReport } from './decide-report.ts'
import { type DecisionDeps, inTransaction } from './decision-deps.ts'
import { type Dismissals, dismissReports } from './dismiss-reports.ts'
import { emitDecidedAppeals, emitDecision, emitUserChanged } from './emit-decisions.ts'
import { pauseAccount } from './pause-account.ts'
import { type AccountStatus, readAccountStatus } from './read-account-status.ts'
import { reverseAsModerator } from './reversals.ts'

/** Decides about members and their appeals. Each decision is one transaction; its events follow the commit. */
export interface Decisions {
  /** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
  decideReport(actor: Actor, reportId: string, decision: Decision): Promise<void>
  /** Dismisses several reports for one reason. Returns which were refused, and why. */
  dismissReports(actor: Actor, reportIds: readonly string[], reason: string): Promise<Dismissals>
  /** Decides about a member without a report. @throws ApiError NOT_FOUND, FORBIDDEN, INVALID */
  decideAbout(actor: Actor, userId: string, decision: Decision): Promise<void>
  /** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
  reverse(actor: Actor, actionId: string, reason: string): Promise<void>
  /**
   * Pauses an account until a moderator decides, or until the configured hours are over. Does nothing for staff, for a
   * decided report, and for a report that paused the account before.
   */
  pause(userId: string, reason: string, reportId: string | null): Promise<void>
  /** @throws ApiError NOT_FOUND, CONFLICT */
  appeal(userId: string, actionId: string, text: string): Promise<void>
  /** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
  decideAppeal(actor: Actor, verdict: { appealId: string; reverse: boolean; answer: string }): Promise<void>
  accountStatus(userId: string): Promise<AccountStatus>
}

export function createDecisions(deps: DecisionDeps): Decisions {
  const { database, clock, events } = deps

  async function decide(actor: Actor, reportId: string, decision: Decision) {
    const result = await inTransaction(deps, (context) => decideReport(context, actor, reportId, decision))
    await emitDecision(events, result, actor)
  }

  return {
    decideReport: decide,
    dismissReports: (actor, reportIds, reason) =>
      dismissReports(database, reportIds, (id) => decide(actor, id, { kind: 'DISMISS', reason })),

    async decideAbout(actor, userId, decision) {
      const result = await inTransaction(deps, (context) => decideAbout(context, actor, userId, decision))
      await emitDecision(events, result, actor)
    },

    async reverse(actor, actionId, reason) {
      const { userId, appeals } = await inTransaction(deps, (context) =>
        reverseAsModerator(context, actor, actionId, reason),
      )
      await emitUserChanged(events, userId)
      await emitDecidedAppeals(events, appeals, actor)
    },

    pause: (userId, reason, reportId) => pauseAccount(deps, { userId, reason, reportId }),

    async appeal(userId, actionId, text) {
      const id = await inTransaction(deps, (context) => fileAppeal(context, { userId, actionId, text }))
      const about = { ids: [id], subjectId: userId, actorId: null }
      await events.emit('moderationChanged', { kind: 'APPEAL_ARRIVED', ...about })
    },

    async decideAppeal(actor, verdict) {
      const appeals = await inTransaction(deps, (context) => decideAppeal(context, actor, verdict))
      const [decided] = appeals
      if (decided) await emitUserChanged(events, decided.userId)
      await emitDecidedAppeals(events, appeals, actor)
    },

    accountStatus: (userId) => readAccountStatus(database.prisma, userId, new Date(clock.now())),
  }
}
