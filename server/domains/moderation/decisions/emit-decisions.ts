import { isWarningKind } from '#schema/moderation.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { EventBus } from '#server/events.ts'
import { type DecisionResult, type RestrictionModel, suspensionOrBanOf } from './decide-report.ts'
import type { DecidedAppeal } from './reversals.ts'

export const emitUserChanged = (events: EventBus, userId: string) => events.emit('userChanged', { userId })

/** Emits that a member was suspended, paused or banned. */
export async function emitSanction(
  events: EventBus,
  userId: string,
  { id: actionId, kind, reason, until }: RestrictionModel,
) {
  await emitUserChanged(events, userId)
  await events.emit('userSuspended', { userId })
  await events.emit('userSanctioned', { userId, actionId, kind, reason, until })
}

export async function emitDecidedAppeals(events: EventBus, appeals: readonly DecidedAppeal[], actor: Actor) {
  for (const { id, ...appeal } of appeals) {
    await events.emit('appealDecided', appeal)
    const about = { ids: [id], subjectId: appeal.userId, actorId: actor.id }
    await events.emit('moderationChanged', { kind: 'APPEAL_DECIDED', ...about })
  }
}

/** Emits everything that follows from a decision, once it is committed. */
export async function emitDecision(
  events: EventBus,
  { userId, reportIds, reportOutcomes, appeals, ...result }: DecisionResult,
  actor: Actor,
) {
  const suspensionOrBan = suspensionOrBanOf(result)
  if (suspensionOrBan) await emitSanction(events, userId, suspensionOrBan)
  else await emitUserChanged(events, userId)
  const { id: actionId, kind, reason } = result.action
  if (isWarningKind(kind)) await events.emit('userWarned', { userId, actionId, kind, reason })
  for (const report of reportOutcomes) await events.emit('reportDecided', report)
  if (reportIds.length > 0) {
    const about = { ids: reportIds, subjectId: userId, actorId: actor.id }
    await events.emit('moderationChanged', { kind: 'REPORT_DECIDED', ...about })
  }
  await emitDecidedAppeals(events, appeals, actor)
}
