import type { Database } from '#server/platform/postgres/index.ts'
import type { Person } from './person.ts'

/** Lets a member keep all partners, and wish to keep the one of a conversation. Blocks end what was kept before them. */
export async function storeKeeping(
  prisma: Database['prisma'],
  { id: userId }: Pick<Person, 'id'>,
  { conversationId, now }: { conversationId: string; now: number },
): Promise<void> {
  await prisma.conversationMember.updateMany({
    where: { userId },
    data: { keptAt: new Date(now), hidesPresence: true },
  })
  await prisma.keepWish.create({ data: { userId, conversationId } })
}
