import type { ModerationActionKind } from '#schema/moderation.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Database, ModerationActionModel } from '#server/platform/postgres/index.ts'

/** An entry of the audit log. */
export interface LoggedAction {
  id: string
  at: Date
  kind: ModerationActionKind
  reason: string
  until: Date | null
  reportId: string | null
  reversed: string | null
  /** Null for the server's own defences and the command line. */
  actor: NamedMember | null
  subject: NamedMember | null
}

/** Returns the entries of the audit log with the names of their actors and subjects. */
export async function nameActions(
  prisma: Database['prisma'],
  actions: readonly ModerationActionModel[],
): Promise<LoggedAction[]> {
  const ids = [
    ...new Set(actions.flatMap(({ actorId, subjectId }) => [actorId ?? [], subjectId ?? []].flat())),
  ]
  const people = await prisma.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, displayName: true },
  })
  const byId = new Map(people.map((person) => [person.id, person]))
  const nameOf = (id: string | null) =>
    id === null ? null : (byId.get(id) ?? { id, displayName: 'Erased account' })
  return actions.map(({ actorId, subjectId, ...action }) => ({
    ...action,
    actor: nameOf(actorId),
    subject: nameOf(subjectId),
  }))
}
