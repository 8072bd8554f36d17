import type { Decision, DecisionKind } from '#schema/moderation.ts'
import { PRODUCT } from '#schema/product.ts'
import {
  type Actor,
  assertIsNotReporter,
  assertMayActOn,
  assertMayDismiss,
  lockMember,
} from '#server/domains/moderation/permissions.ts'
import { applyReversal, type DecidedAppeal, isReversed } from '#server/domains/moderation/reversals.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ModerationActionModel, ReportModel, Transaction } from '#server/platform/postgres/index.ts'
import { applySanction, type BanSignalStore, type SanctionResult } from './sanctions.ts'

/** What a reporter is told; never what exactly happened to the other person, which is theirs. */
const OUTCOMES: Record<DecisionKind, string> = {
  DISMISS: 'We looked at what was said and found nothing against our rules this time. The block stays.',
  WARN: 'You were right to tell us: the person was warned.',
  SUSPEND: `You were right to tell us: the person cannot use ${PRODUCT.name} for now.`,
  BAN: `You were right to tell us: the person cannot use ${PRODUCT.name} any longer.`,
}

const HAD_GROUND = {
  reversed: false,
  answer:
    'The pause is over: we have looked at what it was for, and decided. You can appeal against the decision itself.',
}
/** What whoever appealed against a pause is told when it ends. */
const PAUSE_OVER: Record<DecisionKind, { reversed: boolean; answer: string }> = {
  DISMISS: {
    reversed: true,
    answer: 'We looked at what the pause was for, and found nothing against our rules.',
  },
  WARN: HAD_GROUND,
  SUSPEND: HAD_GROUND,
  BAN: HAD_GROUND,
}

export interface DecisionResult extends SanctionResult {
  userId: string
  /** The reports that it answered. */
  reportIds: string[]
  /** Whom to tell what came of their report. */
  reportOutcomes: { reporterId: string; reportId: string; outcome: string }[]
  /** Against a pause that ended by it. */
  appeals: DecidedAppeal[]
}

interface DecisionDeps {
  transaction: Transaction
  bans: BanSignalStore
  now: Date
}

/**
 * Decides an open report. A suspension or a ban answers all that are open about this person.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT when somebody else was faster
 */
export async function decideReport(
  { transaction, bans, now }: DecisionDeps,
  actor: Actor,
  reportId: string,
  decision: Decision,
): Promise<DecisionResult> {
  const report = await transaction.report.findUnique({ where: { id: reportId } })
  if (!report) throw new ApiError('NOT_FOUND', 'There is no such report.')
  const userId = report.reportedId
  const subject = await lockMember(transaction, userId)
  if (decision.kind === 'DISMISS') assertMayDismiss(actor, subject)
  else assertMayActOn(actor, subject)
  await assertIsNotReporter(transaction, { actor, subject, now })
  const closed = await close(transaction, report, decision.kind, now)
  const done = await applySanction(transaction, bans, { decision, userId, actorId: actor.id, reportId, now })
  const reportIds = closed.map(({ id }) => id)
  const ending = { userId, reportIds, kind: decision.kind, actorId: actor.id, now }
  const appeals = await endPauses(transaction, bans, ending)
  const outcome = OUTCOMES[decision.kind]
  const reportOutcomes = closed.flatMap(({ id, reporterId }) =>
    reporterId ? [{ reporterId, reportId: id, outcome }] : [],
  )
  return { ...done, userId, reportIds, reportOutcomes, appeals }
}

async function close(
  transaction: Transaction,
  report: ReportModel,
  kind: DecisionKind,
  now: Date,
): Promise<Pick<ReportModel, 'id' | 'reporterId'>[]> {
  const grave = kind === 'SUSPEND' || kind === 'BAN'
  const closed = await transaction.report.updateManyAndReturn({
    where: { status: 'OPEN', ...(grave ? { reportedId: report.reportedId } : { id: report.id }) },
    data: { status: kind === 'DISMISS' ? 'DISMISSED' : 'ACTED', decidedAt: now, outcome: OUTCOMES[kind] },
    select: { id: true, reporterId: true },
  })
  if (!closed.some(({ id }) => id === report.id))
    throw new ApiError('CONFLICT', 'Somebody else has decided this report meanwhile.')
  return closed
}

interface Ending {
  userId: string
  reportIds: string[]
  kind: DecisionKind
  actorId: string
  now: Date
}

/** A pause waits for the decision about the report that made it, whatever is decided. */
async function endPauses(
  transaction: Transaction,
  bans: BanSignalStore,
  { userId, reportIds, kind, actorId, now }: Ending,
): Promise<DecidedAppeal[]> {
  const pauses = await transaction.moderationAction.findMany({
    where: { subjectId: userId, kind: 'PAUSE', reportId: { in: reportIds } },
  })
  const appeals: DecidedAppeal[] = []
  for (const { id: actionId } of pauses) {
    if (await isReversed(transaction, userId, actionId)) continue
    const reversal = { actionId, actorId, reason: 'The report was looked at.', answer: PAUSE_OVER[kind], now }
    appeals.push(...(await applyReversal(transaction, bans, reversal)))
  }
  return appeals
}

/** Without a report, from what a moderator sees of the person. @throws ApiError NOT_FOUND, FORBIDDEN, INVALID */
export async function decideAbout(
  { transaction, bans, now }: DecisionDeps,
  actor: Actor,
  userId: string,
  decision: Decision,
): Promise<DecisionResult> {
  if (decision.kind === 'DISMISS') throw new ApiError('INVALID', 'There is nothing to dismiss.')
  const subject = await lockMember(transaction, userId)
  assertMayActOn(actor, subject)
  await assertIsNotReporter(transaction, { actor, subject, now })
  const done = await applySanction(transaction, bans, {
    decision,
    userId,
    actorId: actor.id,
    reportId: null,
    now,
  })
  return { ...done, userId, reportIds: [], reportOutcomes: [], appeals: [] }
}

/** What sent the person away, if something did. */
export const suspensionOrBanOf = ({
  action,
  automaticActions,
}: SanctionResult): ModerationActionModel | undefined =>
  [action, ...automaticActions].find(({ kind }) => kind === 'SUSPEND' || kind === 'BAN')
