import { v7 as uuidv7 } from 'uuid'
import { ApiError } from '#server/platform/errors.ts'
import { isUniqueViolation, type Transaction } from '#server/platform/postgres/index.ts'
import { recordAction } from './audit-log/record-action.ts'
import type { BanSignalStore } from './decisions/sanctions.ts'
import { type Actor, assertIsImpartial, assertMayActOn, lockMember } from './permissions.ts'
import { applyReversal, type DecidedAppeal, isReversed } from './reversals.ts'

const APPEALABLE: ReadonlySet<string> = new Set(['WARN', 'SUSPEND', 'PAUSE', 'BAN'])

/** Returns the id of the appeal. @throws ApiError NOT_FOUND, CONFLICT when it was appealed against already */
export async function fileAppeal(
  transaction: Transaction,
  { userId, actionId, text, now }: { userId: string; actionId: string; text: string; now: Date },
): Promise<string> {
  const action = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  if (action?.subjectId !== userId || !APPEALABLE.has(action.kind))
    throw new ApiError('NOT_FOUND', 'There is nothing to appeal against.')
  // Else it could be taken back at this instant, and the appeal stay open.
  await lockMember(transaction, userId)
  if (await isReversed(transaction, userId, actionId))
    throw new ApiError('CONFLICT', 'This was taken back already.')
  try {
    const data = { id: uuidv7(), userId, actionId, text, created: now }
    return (await transaction.appeal.create({ data })).id
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ApiError('CONFLICT', 'You have appealed against this already.')
  }
}

interface Hearing {
  appealId: string
  reverse: boolean
  answer: string
  now: Date
}

/**
 * An appeal is heard by somebody else than whoever acted, where there is somebody else. Answers it, and those that are
 * decided with it.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function decideAppeal(
  transaction: Transaction,
  bans: BanSignalStore,
  actor: Actor,
  { appealId, reverse, answer, now }: Hearing,
): Promise<DecidedAppeal[]> {
  const appeal = await transaction.appeal.findUnique({ where: { id: appealId } })
  if (!appeal) throw new ApiError('NOT_FOUND', 'There is no such appeal.')
  const { userId, actionId } = appeal
  const subject = await lockMember(transaction, userId)
  assertMayActOn(actor, subject)
  await assertIsImpartial(transaction, { actionId, actor, subject, now })
  const taken = await isReversed(transaction, userId, actionId)
  if (taken && !reverse)
    throw new ApiError('CONFLICT', 'This was taken back meanwhile: there is nothing left that could stand.')
  const { count } = await transaction.appeal.updateMany({
    where: { id: appealId, status: 'OPEN' },
    data: { status: reverse ? 'REVERSED' : 'UPHELD', decidedAt: now, answer },
  })
  if (count === 0) throw new ApiError('CONFLICT', 'Somebody else has decided this appeal meanwhile.')
  const heard = { id: appealId, userId, actionId, reversed: reverse, answer }
  if (reverse && !taken) {
    const reversal = { actionId, actorId: actor.id, reason: answer, now }
    return [heard, ...(await applyReversal(transaction, bans, reversal))]
  }
  if (!reverse)
    await recordAction(transaction, {
      kind: 'UPHOLD',
      actorId: actor.id,
      subjectId: userId,
      reason: answer,
      at: now,
    })
  return [heard]
}
