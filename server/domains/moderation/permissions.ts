import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { whereActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'

/** The member of staff who decides. */
export interface Actor {
  id: string
  role: 'MEMBER' | 'MODERATOR' | 'ADMIN'
}

/** The member a decision is about. */
export type Subject = Actor

/** Locks a member's row. Decisions about one member therefore run one after another. @throws ApiError NOT_FOUND */
export async function lockMember(transaction: Transaction, userId: string): Promise<Subject> {
  const rows = await transaction.$queryRaw<{ role: Actor['role'] }[]>`
    SELECT role::text AS role FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this person.'))
  return { id: userId, role: row.role }
}

/** @throws ApiError FORBIDDEN for the actor's own account, and for staff of an equal or higher role */
export function assertMayActOn(actor: Actor, subject: Subject) {
  if (actor.id === subject.id)
    throw new ApiError('FORBIDDEN', text('You cannot take action on your own account.'))
  if (subject.role === 'ADMIN' || (subject.role === 'MODERATOR' && actor.role !== 'ADMIN'))
    throw new ApiError('FORBIDDEN', text('This person is on the team. Remove their staff role first.'))
}

/** Dismissing harms no one, so an administrator may also dismiss reports about administrators. @throws ApiError FORBIDDEN */
export function assertMayDismiss(actor: Actor, subject: Subject) {
  if (actor.role !== 'ADMIN' || actor.id === subject.id) assertMayActOn(actor, subject)
}

/** Moderators reverse an administrator's action only when they grant an appeal. @throws ApiError FORBIDDEN */
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
      text('An administrator took this action. Only an administrator can reverse it, or a granted appeal.'),
    )
}

interface ModerationCase {
  actor: Actor
  subject: Subject
  now: Date
}

/** Staff do not decide about members they reported, unless no one else can. @throws ApiError FORBIDDEN */
export async function assertIsNotReporter(transaction: Transaction, { actor, subject, now }: ModerationCase) {
  const own = await transaction.report.count({
    where: { reporterId: actor.id, reportedId: subject.id, status: 'OPEN' },
  })
  if (own > 0 && (await hasAnotherDecider(transaction, { actor, subject, now })))
    throw new ApiError('FORBIDDEN', text('You reported this person, so another moderator must decide.'))
}

/**
 * Staff do not decide appeals against actions that they took or asked for in a report, unless no one else can.
 * @throws ApiError FORBIDDEN
 */
export async function assertIsImpartial(
  transaction: Transaction,
  { actionId, actor, subject, now }: ModerationCase & { actionId: string },
) {
  const action = await transaction.moderationAction.findUnique({ where: { id: actionId } })
  const tookAction = action?.actorId === actor.id
  const report = action?.reportId && (await transaction.report.findUnique({ where: { id: action.reportId } }))
  if (!tookAction && (!report || report.reporterId !== actor.id)) return
  if (await hasAnotherDecider(transaction, { actor, subject, now }))
    throw new ApiError(
      'FORBIDDEN',
      tookAction
        ? text('You took this action, so another moderator must decide the appeal.')
        : text('You reported this person, so another moderator must decide the appeal.'),
    )
}

/** Returns whether another active member of staff may decide about the subject. */
async function hasAnotherDecider(
  transaction: Transaction,
  { actor, subject, now }: ModerationCase,
): Promise<boolean> {
  const others = await transaction.user.count({
    where: {
      id: { notIn: [actor.id, subject.id] },
      role: { in: subject.role === 'MEMBER' ? ['MODERATOR', 'ADMIN'] : ['ADMIN'] },
      demo: false,
      ...whereActiveAccount(now),
    },
  })
  return others > 0
}
