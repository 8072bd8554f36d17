import { v7 as uuidv7 } from 'uuid'
import { type Decision, isSanctionKind, STRIKES } from '#schema/moderation.ts'
import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import { assertNever } from '#server/platform/assert-never.ts'
import type { ModerationActionModel } from '#server/platform/postgres/index.ts'
import type { DecisionTransaction } from './decision-transaction.ts'
import { updateAccountStatus } from './update-account-status.ts'

const DAY = 24 * 60 * 60_000

interface Sanction {
  decision: Decision
  userId: string
  actorId: string | null
  reportId: string | null
}

export interface SanctionResult {
  action: ModerationActionModel
  /** The suspension that the third strike causes; otherwise empty. */
  automaticActions: ModerationActionModel[]
}

/** Records a decision in the audit log and applies it to the account. */
export async function applySanction(
  context: DecisionTransaction,
  { decision, userId, actorId, reportId }: Sanction,
): Promise<SanctionResult> {
  const { transaction, now } = context
  const base = { actorId, subjectId: userId, reportId, reason: decision.reason, at: now }
  const until = decision.kind === 'SUSPEND' ? { until: new Date(now.getTime() + decision.days * DAY) } : {}
  const action = await recordAction(transaction, { ...base, kind: decision.kind, ...until })
  const automaticActions = await applyConsequences(context, decision, {
    userId,
    actionId: action.id,
    reportId,
  })
  if (isSanctionKind(decision.kind)) await updateAccountStatus(transaction, userId, now)
  return { action, automaticActions }
}

/** Adds strikes and ban signals. Returns the automatic suspension for strikes, if any. */
async function applyConsequences(
  context: DecisionTransaction,
  { kind }: Decision,
  { userId, actionId, reportId }: { userId: string; actionId: string; reportId: string | null },
): Promise<ModerationActionModel[]> {
  switch (kind) {
    case 'DISMISS':
      return []
    case 'WARN': {
      const strikes = await addStrike(context, userId, actionId)
      return strikes >= STRIKES.limit ? [await suspendForStrikes(context, { userId, reportId, strikes })] : []
    }
    case 'SUSPEND':
      await addStrike(context, userId, actionId)
      return []
    case 'BAN':
      await context.signals.store(userId, context.transaction)
      return []
    default:
      return assertNever(kind)
  }
}

/** Returns how many active strikes the member has. */
async function addStrike({ transaction, now }: DecisionTransaction, userId: string, actionId: string) {
  const expires = new Date(now.getTime() + STRIKES.lastDays * DAY)
  await transaction.strike.create({ data: { id: uuidv7(), userId, actionId, created: now, expires } })
  return transaction.strike.count({ where: { userId, revokedAt: null, expires: { gt: now } } })
}

const suspendForStrikes = (
  { transaction, now }: DecisionTransaction,
  { userId, reportId, strikes }: { userId: string; reportId: string | null; strikes: number },
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
