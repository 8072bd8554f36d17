import { ApiError } from '../errors.ts'
import type { ModerationActionModel, Transaction } from '../store/index.ts'
import { record } from './audit-log.ts'
import { type Actor, assertMayActOn, assertMayTakeBack, lockPerson } from './authority.ts'
import type { BanMemory } from './sanctions.ts'
import { applyStanding } from './standing.ts'

const REVERSIBLE: ReadonlySet<ModerationActionModel['kind']> = new Set(['WARN', 'SUSPEND', 'PAUSE', 'BAN'])

interface Reversal {
  actionId: string
  actorId: string
  reason: string
  now: Date
}

/** Of a moderator's own accord, without an appeal. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT when it was taken back already */
export async function reverse(
  transaction: Transaction,
  bans: BanMemory,
  actor: Actor,
  { actionId, reason, now }: Omit<Reversal, 'actorId'>,
): Promise<{ userId: string }> {
  const action = await reversible(transaction, actionId)
  assertMayActOn(actor, await lockPerson(transaction, action.subjectId))
  await assertMayTakeBack(transaction, actor, action)
  await takeBack(transaction, bans, { actionId, actorId: actor.id, reason, now })
  return { userId: action.subjectId }
}

async function reversible(transaction: Transaction, actionId: string) {
  const action = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  if (!action?.subjectId || !REVERSIBLE.has(action.kind))
    throw new ApiError('NOT_FOUND', 'There is no such action to take back.')
  return { ...action, subjectId: action.subjectId }
}

/**
 * With what the action brought by itself: its strike no longer counts, and the account's standing is what remains. The
 * person is locked, and whether this is for the actor to do was asked.
 * @throws ApiError NOT_FOUND, CONFLICT when it was taken back already
 */
export async function takeBack(
  transaction: Transaction,
  bans: BanMemory,
  { actionId, actorId, reason, now }: Reversal,
): Promise<void> {
  const action = await reversible(transaction, actionId)
  const { subjectId } = action
  const before = await transaction.moderationAction.findFirst({ where: { subjectId, reversed: actionId } })
  if (before) throw new ApiError('CONFLICT', 'This action was taken back already.')
  const brought = action.kind === 'WARN' ? await broughtBy(transaction, action) : []
  for (const { id, reportId } of [action, ...brought])
    await record(transaction, {
      kind: 'REVERSE',
      actorId,
      subjectId,
      reportId,
      reversed: id,
      reason,
      at: now,
    })
  await transaction.strike.updateMany({ where: { actionId, revokedAt: null }, data: { revokedAt: now } })
  if (action.kind === 'BAN') await bans.forget(subjectId, transaction)
  await applyStanding(transaction, subjectId, now)
}

/** The suspension that a third strike made by itself, unless it was taken back on its own. */
async function broughtBy(
  transaction: Transaction,
  { subjectId, at }: ModerationActionModel,
): Promise<ModerationActionModel[]> {
  const suspensions = await transaction.moderationAction.findMany({
    where: { subjectId, kind: 'SUSPEND', actorId: null, at },
  })
  const reversals = await transaction.moderationAction.findMany({
    where: { subjectId, reversed: { in: suspensions.map(({ id }) => id) } },
  })
  return suspensions.filter(({ id }) => !reversals.some(({ reversed }) => reversed === id))
}
