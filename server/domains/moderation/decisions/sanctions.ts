import { v7 as uuidv7 } from 'uuid'
import type { Decision } from '#schema/moderation.ts'
import { STRIKES } from '#schema/moderation.ts'
import { applyStanding } from '#server/domains/moderation/account-status.ts'
import { record } from '#server/domains/moderation/audit-log/record-action.ts'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'

export const DAY = 24 * 60 * 60_000

/** How those who were banned are known again; within the ban's transaction. */
export interface BanMemory {
  remember(userId: string, transaction: Transaction): Promise<void>
  forget(userId: string, transaction: Transaction): Promise<void>
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
