import { v7 as uuidv7 } from 'uuid'
import type { Decision } from '#schema/moderation.ts'
import { STRIKES } from '#schema/moderation.ts'
import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import { updateAccountStatus } from '#server/domains/moderation/update-account-status.ts'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'

export const DAY = 24 * 60 * 60_000

/** How those who were banned are known again; within the ban's transaction. */
export interface BanSignalStore {
  store(userId: string, transaction: Transaction): Promise<void>
  delete(userId: string, transaction: Transaction): Promise<void>
}

interface Sanction {
  decision: Decision
  userId: string
  actorId: string | null
  reportId: string | null
  now: Date
}

export interface SanctionResult {
  action: ModerationActionModel
  /** What the third strike brought by itself. */
  automaticActions: ModerationActionModel[]
}

/** Writes down what was decided and does it. */
export async function applySanction(
  transaction: Transaction,
  bans: BanSignalStore,
  { decision, userId, actorId, reportId, now }: Sanction,
): Promise<SanctionResult> {
  const base = { actorId, subjectId: userId, reportId, reason: decision.reason, at: now }
  const automaticActions: ModerationActionModel[] = []
  const until = decision.kind === 'SUSPEND' ? { until: new Date(now.getTime() + decision.days * DAY) } : {}
  const action = await recordAction(transaction, { ...base, kind: decision.kind, ...until })
  if (decision.kind === 'WARN' || decision.kind === 'SUSPEND') {
    const strikes = await addStrike(transaction, userId, action.id, now)
    if (decision.kind === 'WARN' && strikes >= STRIKES.limit)
      automaticActions.push(await suspendForStrikes(transaction, { userId, reportId, now, strikes }))
  }
  if (decision.kind === 'BAN') await bans.store(userId, transaction)
  if (decision.kind !== 'DISMISS') await updateAccountStatus(transaction, userId, now)
  return { action, automaticActions }
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
  recordAction(transaction, {
    kind: 'SUSPEND',
    actorId: null,
    subjectId: userId,
    reportId,
    at: now,
    reason: `${strikes} strikes within ${STRIKES.lastDays} days`,
    until: new Date(now.getTime() + STRIKES.suspendsForDays * DAY),
  })
