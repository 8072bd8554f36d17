import type { Page } from '#schema/chat.ts'
import { type LoggedAction, nameActions } from '#server/domains/moderation/audit-log/name-actions.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { nameColumns, type QueueStatus, statusFilter } from './list-reports.ts'

export interface QueuedAppeal {
  id: string
  text: string
  status: 'OPEN' | 'UPHELD' | 'REVERSED'
  created: Date
  answer: string | null
  person: NamedMember
  action: LoggedAction | null
}

/** Returns one page of appeals with the actions they are about: open ones oldest first, decided ones newest first. */
export async function listAppeals(
  { prisma }: Pick<Database, 'prisma'>,
  actor: Actor,
  status: QueueStatus,
  place: PageRequest,
): Promise<Page<QueuedAppeal>> {
  const where = { status: statusFilter(status), userId: { not: actor.id } }
  const [rows, total] = await Promise.all([
    prisma.appeal.findMany({
      where,
      include: { user: nameColumns },
      orderBy:
        status === 'OPEN' ? [{ created: 'asc' }, { id: 'asc' }] : [{ decidedAt: 'desc' }, { id: 'desc' }],
      ...pageRange(place),
    }),
    prisma.appeal.count({ where }),
  ])
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
