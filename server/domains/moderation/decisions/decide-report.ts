import {
  type Decision,
  type DecisionKind,
  isRestrictionKind,
  type RestrictionKind,
} from '#schema/moderation.ts'
import { PRODUCT } from '#schema/product.ts'
import { sentenceOf, type Text, text } from '#schema/translatable.ts'
import {
  type Actor,
  assertIsNotReporter,
  assertMayActOn,
  assertMayDismiss,
  lockMember,
} from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ModerationActionModel, ReportModel } from '#server/platform/postgres/index.ts'
import { englishOf } from '#server/platform/texts/english-of.ts'
import { applySanction, type SanctionResult } from './apply-sanction.ts'
import type { DecisionTransaction } from './decision-transaction.ts'
import { applyReversal, type DecidedAppeal, isReversed } from './reversals.ts'

/** What the reporter reads. It never gives the details of a sanction, which are private to the reported member. */
const OUTCOMES: Record<DecisionKind, Text> = {
  DISMISS: text('We reviewed the chat and found nothing against our rules. The block stays in place.'),
  WARN: text('Thank you for telling us. We have warned this person.'),
  SUSPEND: text('Thank you for telling us. This person cannot use {product} for now.', {
    product: PRODUCT.name,
  }),
  BAN: text('Thank you for telling us. This person cannot use {product} any longer.', {
    product: PRODUCT.name,
  }),
}

/** Returns the text of an outcome that is stored in English. */
export const outcomeText = (stored: string): Text =>
  Object.values(OUTCOMES).find((outcome) => englishOf(outcome) === stored) ?? sentenceOf(stored)

const PAUSE_REPLACED = {
  reversed: false,
  answer: text('The pause is over because we have made a decision. You can appeal the decision.'),
}
/** How an appeal against a pause is answered when the pause ends. */
const PAUSE_APPEAL_ANSWERS: Record<DecisionKind, { reversed: boolean; answer: string }> = {
  DISMISS: {
    reversed: true,
    answer: text('We reviewed the reason for the pause and found nothing against our rules.'),
  },
  WARN: PAUSE_REPLACED,
  SUSPEND: PAUSE_REPLACED,
  BAN: PAUSE_REPLACED,
}

export interface DecisionResult extends SanctionResult {
  userId: string
  /** The reports that the decision closed. */
  reportIds: string[]
  /** What the reporters read about their reports. */
  reportOutcomes: { reporterId: string; reportId: string; outcome: string }[]
  /** The appeals against pauses that ended with the decision. */
  appeals: DecidedAppeal[]
}

/**
 * Decides an open report. A suspension or a ban closes all open reports about the member.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT when another moderator decided first
 */
export async function decideReport(
  context: DecisionTransaction,
  actor: Actor,
  reportId: string,
  decision: Decision,
): Promise<DecisionResult> {
  const { transaction, now } = context
  const report = await transaction.report.findUnique({ where: { id: reportId } })
  if (!report) throw new ApiError('NOT_FOUND', text('We cannot find this report.'))
  const userId = report.reportedId
  const subject = await lockMember(transaction, userId)
  if (decision.kind === 'DISMISS') assertMayDismiss(actor, subject)
  else assertMayActOn(actor, subject)
  await assertIsNotReporter(transaction, { actor, subject, now })
  const closed = await closeReports(context, report, decision.kind)
  const result = await applySanction(context, { decision, userId, actorId: actor.id, reportId })
  const reportIds = closed.map(({ id }) => id)
  const appeals = await endPauses(context, { userId, reportIds, kind: decision.kind, actorId: actor.id })
  const outcome = englishOf(OUTCOMES[decision.kind])
  const reportOutcomes = closed.flatMap(({ id, reporterId }) =>
    reporterId ? [{ reporterId, reportId: id, outcome }] : [],
  )
  return { ...result, userId, reportIds, reportOutcomes, appeals }
}

async function closeReports(
  { transaction, now }: DecisionTransaction,
  report: ReportModel,
  kind: DecisionKind,
): Promise<Pick<ReportModel, 'id' | 'reporterId'>[]> {
  const closesAll = isRestrictionKind(kind)
  const closed = await transaction.report.updateManyAndReturn({
    where: { status: 'OPEN', ...(closesAll ? { reportedId: report.reportedId } : { id: report.id }) },
    data: {
      status: kind === 'DISMISS' ? 'DISMISSED' : 'ACTED',
      decidedAt: now,
      outcome: englishOf(OUTCOMES[kind]),
    },
    select: { id: true, reporterId: true },
  })
  if (!closed.some(({ id }) => id === report.id))
    throw new ApiError('CONFLICT', text('Another moderator has already decided this report.'))
  return closed
}

interface EndedPauses {
  userId: string
  reportIds: string[]
  kind: DecisionKind
  actorId: string
}

/** Ends the pauses that these reports caused: a pause lasts until its report is decided, with any outcome. */
async function endPauses(
  context: DecisionTransaction,
  { userId, reportIds, kind, actorId }: EndedPauses,
): Promise<DecidedAppeal[]> {
  const { transaction } = context
  const pauses = await transaction.moderationAction.findMany({
    where: { subjectId: userId, kind: 'PAUSE', reportId: { in: reportIds } },
  })
  const appeals: DecidedAppeal[] = []
  for (const { id: actionId } of pauses) {
    if (await isReversed(transaction, userId, actionId)) continue
    const answer = PAUSE_APPEAL_ANSWERS[kind]
    appeals.push(
      ...(await applyReversal(context, { actionId, actorId, reason: 'The report was reviewed.', answer })),
    )
  }
  return appeals
}

/** Decides about a member without a report. @throws ApiError NOT_FOUND, FORBIDDEN, INVALID */
export async function decideAbout(
  context: DecisionTransaction,
  actor: Actor,
  userId: string,
  decision: Decision,
): Promise<DecisionResult> {
  const { transaction, now } = context
  if (decision.kind === 'DISMISS') throw new ApiError('INVALID', text('There is no report to dismiss.'))
  const subject = await lockMember(transaction, userId)
  assertMayActOn(actor, subject)
  await assertIsNotReporter(transaction, { actor, subject, now })
  const result = await applySanction(context, { decision, userId, actorId: actor.id, reportId: null })
  return { ...result, userId, reportIds: [], reportOutcomes: [], appeals: [] }
}

export type RestrictionModel = ModerationActionModel & { kind: RestrictionKind }
const isRestriction = (action: ModerationActionModel): action is RestrictionModel =>
  isRestrictionKind(action.kind)

/** Returns the suspension or ban of a decision; undefined where it was a warning or a dismissal. */
export const suspensionOrBanOf = ({
  action,
  automaticActions,
}: SanctionResult): RestrictionModel | undefined => [action, ...automaticActions].find(isRestriction)
