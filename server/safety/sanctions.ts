import { v7 as uuidv7 } from 'uuid'
import type { Decision } from '#schema/moderation.ts'
import { STRIKES } from '#schema/moderation.ts'
import { ApiError } from '../errors.ts'
import type { ModerationActionModel, Transaction } from '../store/index.ts'
import { record } from './audit-log.ts'
import { applyStanding } from './standing.ts'

export const DAY = 24 * 60 * 60_000

export interface Actor {
  id: string
  role: 'MEMBER' | 'MODERATOR' | 'ADMIN'
}

/** How those who were banned are known again; within the ban's transaction. */
export interface BanMemory {
  remember(userId: string, transaction: Transaction): Promise<void>
  forget(userId: string, transaction: Transaction): Promise<void>
}

/** Everything about one person happens one after the other. @throws ApiError NOT_FOUND */
export async function lockPerson(transaction: Transaction, userId: string) {
  const rows = await transaction.$queryRaw<{ role: Actor['role'] }[]>`
    SELECT role::text AS role FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'This person does not exist.')
  return row
}

/** @throws ApiError FORBIDDEN */
export function assertMayActOn(actor: Actor, userId: string, role: Actor['role']) {
  if (actor.id === userId) throw new ApiError('FORBIDDEN', 'Nobody decides about themselves.')
  if (role === 'ADMIN' || (role === 'MODERATOR' && actor.role !== 'ADMIN'))
    throw new ApiError('FORBIDDEN', 'This person’s role has to be taken away first.')
}

interface Sanction {
  decision: Decision
  userId: string
  actorId: string | null
  reportId: string | null
  now: Date
}

export interface Sanctioned {
  action: ModerationActionModel
  /** What the third strike brought by itself. */
  further: ModerationActionModel[]
}

/** Writes down what was decided and does it. */
export async function sanction(
  transaction: Transaction,
  bans: BanMemory,
  { decision, userId, actorId, reportId, now }: Sanction,
): Promise<Sanctioned> {
  const base = { actorId, subjectId: userId, reportId, reason: decision.reason, at: now }
  const further: ModerationActionModel[] = []
  const until = decision.kind === 'SUSPEND' ? { until: new Date(now.getTime() + decision.days * DAY) } : {}
  const action = await record(transaction, { ...base, kind: decision.kind, ...until })
  if (decision.kind === 'WARN' || decision.kind === 'SUSPEND') {
    const strikes = await addStrike(transaction, userId, action.id, now)
    if (decision.kind === 'WARN' && strikes >= STRIKES.limit)
      further.push(await suspendForStrikes(transaction, { userId, reportId, now, strikes }))
  }
  if (decision.kind === 'BAN') await bans.remember(userId, transaction)
  if (decision.kind !== 'DISMISS') await applyStanding(transaction, userId, now)
  return { action, further }
}

/** Answers how many now count. */
async function addStrike(transaction: Transaction, userId: string, actionId: string, now: Date) {
  const expires = new Date(now.getTime() + STRIKES.lastDays * DAY)
  await transaction.strike.create({ data: { id: uuidv7(), userId, actionId, created: now, expires } })
  return transaction.strike.count({ where: { userId, revokedAt: null, expires: { gt: now } } })
}

const suspendForStrikes = (
  transaction: Transaction,
  { userId, reportId, now, strikes }: { userId: string; reportId: string | null; now: Date; strikes: number },
) =>
  record(transaction, {
    kind: 'SUSPEND',
    actorId: null,
    subjectId: userId,
    reportId,
    at: now,
    reason: `${strikes} strikes within ${STRIKES.lastDays} days`,
    until: new Date(now.getTime() + STRIKES.suspendsForDays * DAY),
  })

/**
 * Takes an action back, with what it brought by itself: its strike no longer counts, and the account's standing is what remains.
 * @throws ApiError NOT_FOUND, CONFLICT when it was taken back already
 */
export async function reverse(
  transaction: Transaction,
  bans: BanMemory,
  { actionId, actorId, reason, now }: { actionId: string; actorId: string | null; reason: string; now: Date },
): Promise<ModerationActionModel> {
  const found = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  if (!found?.subjectId || !REVERSIBLE.has(found.kind))
    throw new ApiError('NOT_FOUND', 'There is no such action to take back.')
  await lockPerson(transaction, found.subjectId)
  const before = await transaction.moderationAction.findFirst({
    where: { subjectId: found.subjectId, reversed: actionId },
  })
  if (before) throw new ApiError('CONFLICT', 'This action was taken back already.')
  const brought = found.kind === 'WARN' ? await broughtBy(transaction, found) : []
  for (const { id, reportId } of [found, ...brought]) {
    const { subjectId } = found
    await record(transaction, {
      kind: 'REVERSE',
      actorId,
      subjectId,
      reportId,
      reversed: id,
      reason,
      at: now,
    })
  }
  await transaction.strike.updateMany({ where: { actionId, revokedAt: null }, data: { revokedAt: now } })
  if (found.kind === 'BAN') await bans.forget(found.subjectId, transaction)
  await applyStanding(transaction, found.subjectId, now)
  return found
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

const REVERSIBLE: ReadonlySet<ModerationActionModel['kind']> = new Set(['WARN', 'SUSPEND', 'PAUSE', 'BAN'])
