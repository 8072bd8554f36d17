import type { Page } from '#schema/chat.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import { type Database, readListSizes } from '#server/platform/postgres/index.ts'
import { decideHeldMessage, type HeldMessageDeps } from './decide-held-message.ts'
import { decideHeldOfSender } from './decide-held-of-sender.ts'

export type { HeldMessageDeps } from './decide-held-message.ts'

export interface HeldMessage {
  id: string
  text: string
  /** The filter rule that held it. */
  rule: string
  created: Date
  sender: NamedMember
}

export interface HeldMessages {
  /** Undecided messages, oldest first. */
  list(place: PageRequest): Promise<Page<HeldMessage>>
  /**
   * Releases or refuses a message. A released message is delivered unless the conversation has ended.
   * @throws ApiError NOT_FOUND, FORBIDDEN for the sender, CONFLICT when another moderator decided first
   */
  decide(actor: Actor, id: string, release: boolean): Promise<void>
  /**
   * Releases or refuses the oldest undecided messages of a sender, 100 at most. Returns the ids of those it decided.
   * @throws ApiError FORBIDDEN for the sender
   */
  decideOfSender(actor: Actor, senderId: string, release: boolean): Promise<string[]>
}

export const createHeldMessages = (deps: HeldMessageDeps): HeldMessages => ({
  list: (place) => listHeldMessages(deps.database, place),
  decide: (actor, id, release) => decideHeldMessage(deps, actor, id, release),
  decideOfSender: (actor, senderId, release) => decideHeldOfSender(deps, actor, senderId, release),
})

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
