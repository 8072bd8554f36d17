import { isSanctionKind, STRIKES } from '#schema/moderation.ts'
import { text } from '#schema/translatable.ts'
import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import {
  type Actor,
  assertMayActOn,
  assertMayReverse,
  lockMember,
} from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'
import type { DecisionTransaction } from './decision-transaction.ts'
import { updateAccountStatus } from './update-account-status.ts'

interface Reversal {
  actionId: string
  actorId: string
  reason: string
  /** How open appeals against the action are answered. By default they are granted for the same reason. */
  answer?: Pick<DecidedAppeal, 'reversed' | 'answer'>
}

export interface DecidedAppeal {
  id: string
  userId: string
  actionId: string
  reversed: boolean
  answer: string
}

/** Reverses an action without an appeal. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT when it was reversed before */
export async function reverseAsModerator(
  context: DecisionTransaction,
  actor: Actor,
  actionId: string,
  reason: string,
): Promise<{ userId: string; appeals: DecidedAppeal[] }> {
  const { transaction } = context
  const action = await findReversibleAction(transaction, actionId)
  assertMayActOn(actor, await lockMember(transaction, action.subjectId))
  await assertMayReverse(transaction, actor, action)
  const appeals = await applyReversal(context, { actionId, actorId: actor.id, reason })
  return { userId: action.subjectId, appeals }
}

async function findReversibleAction(transaction: Transaction, actionId: string) {
  const action = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  if (!action?.subjectId || !isSanctionKind(action.kind))
    throw new ApiError('NOT_FOUND', text('We cannot find an action to reverse.'))
  return { ...action, subjectId: action.subjectId }
}

/**
 * Reverses an action and its consequences: revokes its strike, reverses suspensions that depended on the strike,
 * decides open appeals, and updates the account. The caller has locked the member and checked the actor's permission.
 * Returns the appeals that it decided.
 * @throws ApiError NOT_FOUND, CONFLICT when the action was reversed before
 */
export async function applyReversal(
  context: DecisionTransaction,
  { actionId, actorId, reason, answer = { reversed: true, answer: reason } }: Reversal,
): Promise<DecidedAppeal[]> {
  const { transaction, now } = context
  const action = await findReversibleAction(transaction, actionId)
  const { subjectId } = action
  if (await isReversed(transaction, subjectId, actionId))
    throw new ApiError('CONFLICT', text('This action has already been reversed.'))
  await transaction.strike.updateMany({ where: { actionId, revokedAt: null }, data: { revokedAt: now } })
  const reversedActions = [action, ...(await dependentSuspensions(context, action))]
  for (const { id, reportId } of reversedActions)
    await recordAction(transaction, {
      kind: 'REVERSE',
      actorId,
      subjectId,
      reportId,
      reversed: id,
      reason,
      at: now,
    })
  await updateAccountStatus(transaction, subjectId, now)
  if (action.kind === 'BAN') await deleteBanSignalsUnlessBanned(context, subjectId)
  const closed = await transaction.appeal.updateManyAndReturn({
    where: { actionId: { in: reversedActions.map(({ id }) => id) }, status: 'OPEN' },
    data: { status: answer.reversed ? 'REVERSED' : 'UPHELD', decidedAt: now, answer: answer.answer },
    select: { id: true, userId: true, actionId: true },
  })
  return closed.map((appeal) => ({ ...appeal, ...answer }))
}

export const isReversed = async (transaction: Transaction, subjectId: string, actionId: string) =>
  (await transaction.moderationAction.count({ where: { subjectId, reversed: actionId } })) > 0

/** Returns the automatic suspensions for strikes that no longer reach the limit without the reversed action. */
async function dependentSuspensions(
  { transaction, now }: DecisionTransaction,
  { subjectId, kind, at }: ModerationActionModel & { subjectId: string },
): Promise<ModerationActionModel[]> {
  const automatic = await transaction.moderationAction.findMany({
    where: { subjectId, kind: 'SUSPEND', actorId: null, OR: [{ at }, { until: { gt: now } }] },
  })
  const dependent: ModerationActionModel[] = []
  for (const suspension of automatic) {
    if (await isReversed(transaction, subjectId, suspension.id)) continue
    const strikes = await transaction.strike.count({
      where: {
        userId: subjectId,
        revokedAt: null,
        created: { lte: suspension.at },
        expires: { gt: suspension.at },
      },
    })
    const causedByAction = kind === 'WARN' && suspension.at.getTime() === at.getTime()
    if (causedByAction || strikes < STRIKES.limit) dependent.push(suspension)
  }
  return dependent
}

/** Deletes the member's device and network signals when the last active ban is reversed. */
async function deleteBanSignalsUnlessBanned({ transaction, signals }: DecisionTransaction, userId: string) {
  const { bannedAt } = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { bannedAt: true },
  })
  if (!bannedAt) await signals.delete(userId, transaction)
}
