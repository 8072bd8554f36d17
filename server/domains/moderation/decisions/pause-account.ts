import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import { lockMember } from '#server/domains/moderation/permissions.ts'
import type { ModerationActionModel } from '#server/platform/postgres/index.ts'
import { type DecisionContext, type DecisionTransaction, inTransaction } from './decision-transaction.ts'
import { emitSanction } from './emit-decisions.ts'
import { updateAccountStatus } from './update-account-status.ts'

const HOUR = 60 * 60_000

interface Pause {
  userId: string
  reason: string
  /** The report that caused the pause; null where a defence pauses without one. */
  reportId: string | null
}

/**
 * Pauses an account until a moderator decides, or until the configured hours are over. Does nothing for staff, for a
 * decided report, and for a report that paused the account before.
 */
export async function pauseAccount(context: DecisionContext, pause: Pause): Promise<void> {
  const { autoPauseHours, events } = context
  const action = await inTransaction(context, (within) => storePause(within, pause, autoPauseHours))
  if (action) await emitSanction(events, pause.userId, { ...action, kind: 'PAUSE' })
}

/** Returns null, and stores nothing, for staff, for a decided report and for a report that has paused the account before. */
async function storePause(
  { transaction, now }: DecisionTransaction,
  { userId, reason, reportId }: Pause,
  pauseHours: number,
): Promise<ModerationActionModel | null> {
  const member = await lockMember(transaction, userId)
  // Many reports must not be able to lock out staff. Another moderator decides about the report.
  if (member.role !== 'MEMBER') return null
  const report = reportId && (await transaction.report.findUnique({ where: { id: reportId } }))
  if (report && report.status !== 'OPEN') return null
  const earlierPauses =
    reportId &&
    (await transaction.moderationAction.count({
      where: { subjectId: userId, kind: 'PAUSE', reportId },
    }))
  if (earlierPauses) return null
  const until = new Date(now.getTime() + pauseHours * HOUR)
  const action = { kind: 'PAUSE', actorId: null, subjectId: userId, reportId, reason, until } as const
  const recorded = await recordAction(transaction, { ...action, at: now })
  await updateAccountStatus(transaction, userId, now)
  return recorded
}
