import type { Page } from '#schema/chat.ts'
import { type LoggedAction, nameActions } from '#server/domains/moderation/audit-log/name-actions.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { nameColumns } from './list-reports.ts'
import { type QueueStatus, queueSize } from './queue-sizes.ts'

export interface QueuedAppeal {
  id: string
  text: string
  status: 'OPEN' | 'UPHELD' | 'REVERSED'
  created: Date
  answer: string | null
  person: NamedMember
  action: LoggedAction | null
}

/** Literal conditions match those of the indexes. Not prepared, so the plan is one for the size of the page. */
const PAGE: Record<QueueStatus, string> = {
  OPEN: `SELECT id FROM appeal WHERE status = 'OPEN' AND user_id <> $1 ORDER BY created, id LIMIT $2 OFFSET $3`,
  DECIDED: `SELECT id FROM appeal WHERE status <> 'OPEN' AND user_id <> $1
    ORDER BY decided_at DESC, id DESC LIMIT $2 OFFSET $3`,
}

/** Returns one page of appeals with the actions they are about: open ones oldest first, decided ones newest first. */
export async function listAppeals(
  database: Pick<Database, 'prisma' | 'pool'>,
  actor: Actor,
  status: QueueStatus,
  place: PageRequest,
): Promise<Page<QueuedAppeal>> {
  const { prisma, pool } = database
  const { skip, take } = pageRange(place)
  const [page, total] = await Promise.all([
    pool.query<{ id: string }>(PAGE[status], [actor.id, take, skip]),
    queueSize(database, 'appeal', status, actor.id),
  ])
  const found = await prisma.appeal.findMany({
    where: { id: { in: page.rows.map(({ id }) => id) } },
    include: { user: nameColumns },
  })
  const rows = page.rows.flatMap(({ id }) => found.find((one) => one.id === id) ?? [])
  const actions = await nameActions(
    prisma,
    await prisma.moderationAction.findMany({
      where: { id: { in: rows.map(({ actionId }) => actionId) } },
    }),
  )
  const appeals = rows.map(({ user, actionId, ...row }) => ({
    ...row,
    person: user,
    action: actions.find(({ id }) => id === actionId) ?? null,
  }))
  return pageOf(appeals, total, place)
}
