import { v7 as uuidv7 } from 'uuid'
import { isSanctionKind } from '#schema/moderation.ts'
import { text } from '#schema/translatable.ts'
import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import {
  type Actor,
  assertIsImpartial,
  assertMayActOn,
  lockMember,
} from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isUniqueViolation } from '#server/platform/postgres/index.ts'
import type { DecisionTransaction } from './decision-transaction.ts'
import { applyReversal, type DecidedAppeal, isReversed } from './reversals.ts'

/** Returns the id of the appeal. @throws ApiError NOT_FOUND, CONFLICT when the member appealed against the action before */
export async function fileAppeal(
  { transaction, now }: DecisionTransaction,
  { userId, actionId, text: reason }: { userId: string; actionId: string; text: string },
): Promise<string> {
  const action = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  if (action?.subjectId !== userId || !isSanctionKind(action.kind))
    throw new ApiError('NOT_FOUND', text('There is no decision here that you can appeal.'))
  // Without the lock, a concurrent reversal would leave this appeal open.
  await lockMember(transaction, userId)
  if (await isReversed(transaction, userId, actionId))
    throw new ApiError('CONFLICT', text('This decision has already been reversed.'))
  try {
    const data = { id: uuidv7(), userId, actionId, text: reason, created: now }
    return (await transaction.appeal.create({ data })).id
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ApiError('CONFLICT', text('You have already appealed this decision.'))
  }
}

export interface Verdict {
  appealId: string
  reverse: boolean
  answer: string
}

/**
 * Decides an appeal. Staff who took the action, or asked for it, may not decide while another staff member can.
 * Returns this appeal first, then the appeals that were decided with it.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function decideAppeal(
  context: DecisionTransaction,
  actor: Actor,
  { appealId, reverse, answer }: Verdict,
): Promise<DecidedAppeal[]> {
  const { transaction, now } = context
  const appeal = await transaction.appeal.findUnique({ where: { id: appealId } })
  if (!appeal) throw new ApiError('NOT_FOUND', text('We cannot find this appeal.'))
  const { userId, actionId } = appeal
  const subject = await lockMember(transaction, userId)
  assertMayActOn(actor, subject)
  await assertIsImpartial(transaction, { actionId, actor, subject, now })
  const alreadyReversed = await isReversed(transaction, userId, actionId)
  if (alreadyReversed && !reverse)
    throw new ApiError('CONFLICT', text('This decision has already been reversed, so it cannot be upheld.'))
  const { count } = await transaction.appeal.updateMany({
    where: { id: appealId, status: 'OPEN' },
    data: { status: reverse ? 'REVERSED' : 'UPHELD', decidedAt: now, answer },
  })
  if (count === 0) throw new ApiError('CONFLICT', text('Another moderator has already decided this appeal.'))
  const decided = { id: appealId, userId, actionId, reversed: reverse, answer }
  if (reverse && !alreadyReversed)
    return [decided, ...(await applyReversal(context, { actionId, actorId: actor.id, reason: answer }))]
  if (!reverse)
    await recordAction(transaction, {
      kind: 'UPHOLD',
      actorId: actor.id,
      subjectId: userId,
      reason: answer,
      at: now,
    })
  return [decided]
}
