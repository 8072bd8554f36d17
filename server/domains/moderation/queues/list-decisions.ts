import { DECISIONS } from '#schema/moderation.ts'
import { type LoggedAction, nameActions } from '#server/domains/moderation/audit-log/name-actions.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { QueuedReport } from './list-reports.ts'

/** Returns for each report the actions that decided it and their reversals, oldest first. */
export async function listDecisionsOn(
  { prisma }: Pick<Database, 'prisma'>,
  reports: readonly QueuedReport[],
): Promise<LoggedAction[][]> {
  const decided = reports.filter(({ decidedAt }) => decidedAt)
  if (decided.length === 0) return reports.map(() => [])
  // A suspension or ban closes all open reports about a member but references only one of them: match by time instead.
  const about = { subjectId: { in: decided.map(({ reported }) => reported.id) } }
  const decisions = await prisma.moderationAction.findMany({
    where: {
      ...about,
      kind: { in: [...DECISIONS] },
      at: { in: decided.flatMap(({ decidedAt }) => decidedAt ?? []) },
    },
  })
  const reversals = await prisma.moderationAction.findMany({
    where: { ...about, reversed: { in: decisions.map(({ id }) => id) } },
  })
  const inOrder = [...decisions, ...reversals].sort((one, other) => (one.id < other.id ? -1 : 1))
  const actions = await nameActions(prisma, inOrder)
  return reports.map(({ reported, decidedAt }) => {
    const own = actions.filter(
      ({ at, reversed, subject }) =>
        !reversed && subject?.id === reported.id && at.getTime() === decidedAt?.getTime(),
    )
    const ids = new Set(own.map(({ id }) => id))
    return actions.filter(({ id, reversed }) => ids.has(id) || (reversed && ids.has(reversed)))
  })
}
