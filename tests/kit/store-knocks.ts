import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/platform/postgres/index.ts'
import type { Person } from './person.ts'

const DAY = 24 * 60 * 60_000

/** Stores knocks of two members on each other with messages that wait, and lets each refuse the other. */
export async function storeKnocks(
  prisma: Database['prisma'],
  member: Pick<Person, 'id'>,
  other: Pick<Person, 'id'>,
  { conversationId, now }: { conversationId: string; now: number },
): Promise<void> {
  const waiting = () => ({
    id: uuidv7(),
    conversationId,
    expires: new Date(now + DAY),
    messageId: uuidv7(),
    messageTime: new Date(now),
    answer: 'NOT_NOW' as const,
    answeredAt: new Date(now),
  })
  await prisma.knock.createMany({
    data: [
      { ...waiting(), fromId: member.id, toId: other.id, message: 'Waiting words of the member' },
      { ...waiting(), fromId: other.id, toId: member.id, message: 'Waiting words of another member' },
    ],
  })
  await prisma.knockRefusal.createMany({
    data: [
      { userId: member.id, refusedId: other.id },
      { userId: other.id, refusedId: member.id },
    ],
  })
}
