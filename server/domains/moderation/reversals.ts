import { STRIKES } from '#schema/moderation.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'
import { recordAction } from './audit-log/record-action.ts'
import type { BanSignalStore } from './decisions/sanctions.ts'
import { type Actor, assertMayActOn, assertMayReverse, lockMember } from './permissions.ts'
import { updateAccountStatus } from './update-account-status.ts'

const REVERSIBLE: ReadonlySet<ModerationActionModel['kind']> = new Set(['WARN', 'SUSPEND', 'PAUSE', 'BAN'])

interface Reversal {
  actionId: string
  actorId: string
  reason: string
  now: Date
  /** How open appeals against it are answered, if not as granted for the same reason. */
  answer?: Pick<DecidedAppeal, 'reversed' | 'answer'>
}

export interface DecidedAppeal {
  id: string
  userId: string
  actionId: string
  reversed: boolean
  answer: string
}

/** Of a moderator's own accord, without an appeal. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT when it was taken back already */
export async function reverseAsModerator(
  transaction: Transaction,
  bans: BanSignalStore,
  actor: Actor,
  { actionId, reason, now }: { actionId: string; reason: string; now: Date },
): Promise<{ userId: string; appeals: DecidedAppeal[] }> {
  const action = await reversible(transaction, actionId)
  assertMayActOn(actor, await lockMember(transaction, action.subjectId))
  await assertMayReverse(transaction, actor, action)
  const appeals = await applyReversal(transaction, bans, { actionId, actorId: actor.id, reason, now })
  return { userId: action.subjectId, appeals }
}

async function reversible(transaction: Transaction, actionId: string) {
  const action = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  if (!action?.subjectId || !REVERSIBLE.has(action.kind))
    throw new ApiError('NOT_FOUND', 'There is no such action to take back.')
  return { ...action, subjectId: action.subjectId }
}

/**
 * With what followed from the action: its strike no longer counts, a suspension that stood on it is taken back too, open
 * appeals are answered, and the account's standing is what remains. The person is locked, and whether this is for the
 * actor to do was asked. Answers which appeals are decided by it.
 * @throws ApiError NOT_FOUND, CONFLICT when it was taken back already
 */
export async function applyReversal(
  transaction: Transaction,
  bans: BanSignalStore,
  { actionId, actorId, reason, now, answer = { reversed: true, answer: reason } }: Reversal,
): Promise<DecidedAppeal[]> {
  const action = await reversible(transaction, actionId)
  const { subjectId } = action
  if (await isReversed(transaction, subjectId, actionId))
    throw new ApiError('CONFLICT', 'This action was taken back already.')
  await transaction.strike.updateMany({ where: { actionId, revokedAt: null }, data: { revokedAt: now } })
  const all = [action, ...(await standingOn(transaction, action, now))]
  for (const { id, reportId } of all)
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
  if (action.kind === 'BAN') await forgetUnlessBanned(transaction, bans, subjectId)
  const closed = await transaction.appeal.updateManyAndReturn({
    where: { actionId: { in: all.map(({ id }) => id) }, status: 'OPEN' },
    data: { status: answer.reversed ? 'REVERSED' : 'UPHELD', decidedAt: now, answer: answer.answer },
    select: { id: true, userId: true, actionId: true },
  })
  return closed.map((appeal) => ({ ...appeal, ...answer }))
}

export const isReversed = async (transaction: Transaction, subjectId: string, actionId: string) =>
  (await transaction.moderationAction.count({ where: { subjectId, reversed: actionId } })) > 0

/** The suspensions that strikes made by themselves and that would not be without the action's. */
async function standingOn(
  transaction: Transaction,
  { subjectId, kind, at }: ModerationActionModel & { subjectId: string },
  now: Date,
): Promise<ModerationActionModel[]> {
  const automatic = await transaction.moderationAction.findMany({
    where: { subjectId, kind: 'SUSPEND', actorId: null, OR: [{ at }, { until: { gt: now } }] },
  })
  const fallen: ModerationActionModel[] = []
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
    const brought = kind === 'WARN' && suspension.at.getTime() === at.getTime()
    if (brought || strikes < STRIKES.limit) fallen.push(suspension)
  }
  return fallen
}

/** By what a ban made the person known goes with the last one that stands. */
async function forgetUnlessBanned(transaction: Transaction, bans: BanSignalStore, userId: string) {
  const { bannedAt } = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { bannedAt: true },
  })
  if (!bannedAt) await bans.delete(userId, transaction)
}
