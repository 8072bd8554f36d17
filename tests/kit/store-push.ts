import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/platform/postgres/index.ts'
import type { Person } from './person.ts'
import { storeEvening } from './store-evening.ts'

/** Gives each of two members a browser for push messages, choices, a message that is due about the other one, and a reminder. */
export async function storePush(
  prisma: Database['prisma'],
  [one, other]: [Pick<Person, 'id'>, Pick<Person, 'id'>],
  about: { conversationId: string; now: number },
): Promise<void> {
  await storeFor(prisma, one, { ...about, aboutId: other.id })
  await storeFor(prisma, other, { ...about, aboutId: one.id })
  await storeEvening(prisma, [one, other], about.now)
}

async function storeFor(
  prisma: Database['prisma'],
  { id: userId }: Pick<Person, 'id'>,
  { aboutId, conversationId, now }: { aboutId: string; conversationId: string; now: number },
): Promise<void> {
  const at = new Date(now)
  const { id: sessionId } = await prisma.session.findFirstOrThrow({ where: { userId, revokedAt: null } })
  const subscription = { id: uuidv7(), userId, sessionId, service: 'mozilla', created: at, lastSent: at }
  const secrets = {
    endpoint: `https://push.example/${userId}`,
    p256dh: `key of ${userId}`,
    auth: `auth of ${userId}`,
  }
  await prisma.pushSubscription.create({ data: { ...subscription, ...secrets, serverKey: 'server key' } })
  const quiet = { quietFrom: '22:00', quietUntil: '07:30', timeZone: 'Asia/Kolkata' }
  await prisma.pushPreference.create({ data: { userId, mutedKinds: ['match'], showsNames: true, ...quiet } })
  // The job of the bells changes a bell that is due.
  const afterTest = new Date(now + 365 * 24 * 60 * 60_000)
  await prisma.interestBell.create({
    data: { userId, interest: 'tea', created: at, restsUntil: at, due: afterTest },
  })
  const notice = {
    tag: `conversation:${conversationId}`,
    kind: 'message',
    service: 'mozilla',
    version: uuidv7(),
  }
  const due = new Date(now + 1_000)
  await prisma.pushDelivery.create({
    data: { ...notice, subscriptionId: subscription.id, aboutId, conversationId, created: at, due },
  })
}
