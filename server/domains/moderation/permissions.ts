import { ApiError } from '#server/platform/errors.ts'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'

export interface Actor {
  id: string
  role: 'MEMBER' | 'MODERATOR' | 'ADMIN'
}

/** Whom something is decided about. */
export type Subject = Actor

/** Everything about one person happens one after the other. @throws ApiError NOT_FOUND */
export async function lockMember(transaction: Transaction, userId: string): Promise<Subject> {
  const rows = await transaction.$queryRaw<{ role: Actor['role'] }[]>`
    SELECT role::text AS role FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'This person does not exist.')
  return { id: userId, role: row.role }
}

/** @throws ApiError FORBIDDEN */
export function assertMayActOn(actor: Actor, subject: Subject) {
  if (actor.id === subject.id) throw new ApiError('FORBIDDEN', 'Nobody decides about themselves.')
  if (subject.role === 'ADMIN' || (subject.role === 'MODERATOR' && actor.role !== 'ADMIN'))
    throw new ApiError('FORBIDDEN', 'This person’s role has to be taken away first.')
}

/** Nothing is done to anybody by it, so an administrator may also where the reported is one. @throws ApiError FORBIDDEN */
export function assertMayDismiss(actor: Actor, subject: Subject) {
  if (actor.role !== 'ADMIN' || actor.id === subject.id) assertMayActOn(actor, subject)
}

/** A moderator undoes what an administrator decided only where the person appeals. @throws ApiError FORBIDDEN */
export async function assertMayReverse(
  transaction: Transaction,
  actor: Actor,
  action: ModerationActionModel,
) {
  if (actor.role === 'ADMIN' || !action.actorId) return
  const decider = await transaction.user.findUnique({ where: { id: action.actorId }, select: { role: true } })
  if (decider?.role === 'ADMIN')
    throw new ApiError(
      'FORBIDDEN',
      'An administrator decided this, and takes it back, if not an appeal does.',
    )
}

interface Case {
  actor: Actor
  subject: Subject
  now: Date
}

/** Nobody decides about whom they report, where there is somebody else. @throws ApiError FORBIDDEN */
export async function assertIsNotReporter(transaction: Transaction, { actor, subject, now }: Case) {
  const own = await transaction.report.count({
    where: { reporterId: actor.id, reportedId: subject.id, status: 'OPEN' },
  })
  if (own > 0 && (await hasAnotherDecider(transaction, { actor, subject, now })))
    throw new ApiError('FORBIDDEN', 'You reported this person: somebody else has to decide.')
}

/** Nobody hears an appeal against what they did or had asked for, where there is somebody else. @throws ApiError FORBIDDEN */
export async function assertIsImpartial(
  transaction: Transaction,
  { actionId, actor, subject, now }: Case & { actionId: string },
) {
  const action = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  const acted = action?.actorId === actor.id
  const report = action?.reportId && (await transaction.report.findUnique({ where: { id: action.reportId } }))
  if (!acted && (!report || report.reporterId !== actor.id)) return
  if (await hasAnotherDecider(transaction, { actor, subject, now }))
    throw new ApiError(
      'FORBIDDEN',
      `You ${acted ? 'took this action' : 'reported this person'}: somebody else has to hear the appeal.`,
    )
}

/** Whether anybody but the two could decide about the subject. */
async function hasAnotherDecider(transaction: Transaction, { actor, subject, now }: Case): Promise<boolean> {
  const others = await transaction.user.count({
    where: {
      id: { notIn: [actor.id, subject.id] },
      role: { in: subject.role === 'MEMBER' ? ['MODERATOR', 'ADMIN'] : ['ADMIN'] },
      active: true,
      demo: false,
      bannedAt: null,
      OR: [{ suspendedUntil: null }, { suspendedUntil: { lte: now } }],
    },
  })
  return others > 0
}
