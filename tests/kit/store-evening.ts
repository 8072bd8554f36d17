import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/platform/postgres/index.ts'
import type { Person } from './person.ts'

const HOUR = 60 * 60_000

/** Stores an evening that these members searched within and wanted to be reminded of. */
export async function storeEvening(
  prisma: Database['prisma'],
  members: readonly Pick<Person, 'id'>[],
  now: number,
): Promise<void> {
  const at = new Date(now)
  const id = uuidv7()
  await prisma.evening.create({
    data: {
      id,
      seriesId: uuidv7(),
      topic: 'Jazz',
      startsAt: at,
      endsAt: new Date(now + HOUR),
      timeZone: 'Asia/Kolkata',
    },
  })
  await prisma.eveningMember.createMany({
    data: members.map(({ id: userId }) => ({
      userId,
      eveningId: id,
      wantsReminder: true,
      remindedAt: at,
      searchedAt: at,
    })),
  })
}
