import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { EventBus } from '#server/events.ts'
import type { ModerationActionModel } from '#server/platform/postgres/index.ts'
import { type DecisionResult, suspensionOrBanOf } from './decide-report.ts'
import type { DecidedAppeal } from './reversals.ts'

export const emitUserChanged = (events: EventBus, userId: string) => events.emit('userChanged', { userId })

/** Emits that a member was suspended, paused or banned. */
export async function emitSanction(
  events: EventBus,
  userId: string,
  { id: actionId, reason, until }: ModerationActionModel,
) {
  await emitUserChanged(events, userId)
  await events.emit('userSuspended', { userId })
  await events.emit('userSanctioned', { userId, actionId, reason, until })
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
  const { action } = result
  if (action.kind === 'WARN')
    await events.emit('userWarned', { userId, actionId: action.id, reason: action.reason })
  for (const report of reportOutcomes) await events.emit('reportDecided', report)
  if (reportIds.length > 0) {
    const about = { ids: reportIds, subjectId: userId, actorId: actor.id }
    await events.emit('moderationChanged', { kind: 'REPORT_DECIDED', ...about })
  }
  await emitDecidedAppeals(events, appeals, actor)
}
