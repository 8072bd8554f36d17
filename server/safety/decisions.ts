import type { Decision, DecisionKind } from '#schema/moderation.ts'
import { ApiError } from '../errors.ts'
import type { ModerationActionModel, ReportModel, Transaction } from '../store/index.ts'
import { type Actor, assertMayActOn, assertMayDismiss, assertNoReporter, lockPerson } from './authority.ts'
import { type BanMemory, type Sanctioned, sanction } from './sanctions.ts'
import { takeBack } from './taking-back.ts'

/** What a reporter is told; never what exactly happened to the other person, which is theirs. */
const OUTCOMES: Record<DecisionKind, string> = {
  DISMISS: 'We looked at what was said and found nothing against our rules this time. The block stays.',
  WARN: 'You were right to tell us: the person was warned.',
  SUSPEND: 'You were right to tell us: the person cannot use Rapport for now.',
  BAN: 'You were right to tell us: the person cannot use Rapport any longer.',
}

export interface Decided extends Sanctioned {
  userId: string
  /** Whom to tell what came of their report. */
  told: { reporterId: string; reportId: string; outcome: string }[]
}

interface DecisionDeps {
  transaction: Transaction
  bans: BanMemory
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
): Promise<Decided> {
  const report = await transaction.report.findUnique({ where: { id: reportId } })
  if (!report) throw new ApiError('NOT_FOUND', 'There is no such report.')
  const userId = report.reportedId
  const subject = await lockPerson(transaction, userId)
  if (decision.kind === 'DISMISS') assertMayDismiss(actor, subject)
  else assertMayActOn(actor, subject)
  await assertNoReporter(transaction, { actor, subject, now })
  const closed = await close(transaction, report, decision.kind, now)
  const done = await sanction(transaction, bans, { decision, userId, actorId: actor.id, reportId, now })
  const reportIds = closed.map(({ id }) => id)
  await endPauses(transaction, bans, { userId, reportIds, actorId: actor.id, now })
  const outcome = OUTCOMES[decision.kind]
  const told = closed.flatMap(({ id, reporterId }) =>
    reporterId ? [{ reporterId, reportId: id, outcome }] : [],
  )
  return { ...done, userId, told }
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

/** A pause waits for the decision about the report that made it, whatever is decided. */
async function endPauses(
  transaction: Transaction,
  bans: BanMemory,
  { userId, reportIds, actorId, now }: { userId: string; reportIds: string[]; actorId: string; now: Date },
) {
  const pauses = await transaction.moderationAction.findMany({
    where: { subjectId: userId, kind: 'PAUSE', reportId: { in: reportIds } },
  })
  for (const { id } of pauses) {
    const taken = await transaction.moderationAction.findFirst({ where: { subjectId: userId, reversed: id } })
    if (!taken)
      await takeBack(transaction, bans, { actionId: id, actorId, reason: 'The report was looked at.', now })
  }
}

/** Without a report, from what a moderator sees of the person. @throws ApiError NOT_FOUND, FORBIDDEN, INVALID */
export async function decideAbout(
  { transaction, bans, now }: DecisionDeps,
  actor: Actor,
  userId: string,
  decision: Decision,
): Promise<Decided> {
  if (decision.kind === 'DISMISS') throw new ApiError('INVALID', 'There is nothing to dismiss.')
  const subject = await lockPerson(transaction, userId)
  assertMayActOn(actor, subject)
  await assertNoReporter(transaction, { actor, subject, now })
  const done = await sanction(transaction, bans, { decision, userId, actorId: actor.id, reportId: null, now })
  return { ...done, userId, told: [] }
}

/** What sent the person away, if something did. */
export const graveOf = ({ action, further }: Sanctioned): ModerationActionModel | undefined =>
  [action, ...further].find(({ kind }) => kind === 'SUSPEND' || kind === 'BAN')
