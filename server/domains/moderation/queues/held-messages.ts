import type { Page } from '#schema/chat.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import { type Database, readListSizes } from '#server/platform/postgres/index.ts'

export interface HeldMessage {
  id: string
  text: string
  /** The filter rule that held it. */
  rule: string
  created: Date
  sender: NamedMember
}

/** Returns one page of the undecided messages, oldest first. */
export async function listHeldMessages(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  place: PageRequest,
): Promise<Page<HeldMessage>> {
  const where = { status: 'HELD' } as const
  const [rows, sizeOf] = await Promise.all([
    prisma.heldMessage.findMany({
      where,
      include: { sender: { select: { id: true, displayName: true } } },
      orderBy: [{ created: 'asc' }, { id: 'asc' }],
      ...pageRange(place),
    }),
    readListSizes(pool),
  ])
  const elements = rows.map(({ id, body, rule, created, sender }) => ({
    id,
    text: body,
    rule,
    created,
    sender,
  }))
  return pageOf(elements, sizeOf('held:OPEN'), place)
}
