import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/platform/postgres/index.ts'
import {
  ADMIN,
  ASHA,
  BEN,
  DEMO_CONVERSATIONS,
  DEMO_PARTNERS,
  type DemoConversation,
  type DemoPerson,
} from './demo-people.ts'

export const DEMO_PASSWORD = 'Demo-pass1!'
export const DEMO_LOGINS = [ASHA, BEN, ADMIN].map(({ userName }) => userName)

const YEAR = 365 * 24 * 60 * 60_000
const MINUTE = 60_000

/** Adds demo accounts and conversations to a database without accounts. */
export async function seedDemo({ prisma }: Database, passwordHash: string): Promise<void> {
  if (await prisma.user.findFirst({ select: { id: true } })) return
  const now = Date.now()
  const ids = new Map<string, string>()
  const rowOf = (person: DemoPerson, more: object) => {
    const id = uuidv7()
    ids.set(person.userName, id)
    return { id, ...person, phone: '+910000000000', emailVerified: true, nearBy: true, passwordHash, ...more }
  }
  const users = [
    rowOf(ASHA, {}),
    rowOf(BEN, { premiumUntil: new Date(now + YEAR) }),
    rowOf(ADMIN, { role: 'ADMIN', nearBy: false }),
    ...DEMO_PARTNERS.map((person) => rowOf(person, { demo: true })),
  ]
  const conversations = DEMO_CONVERSATIONS.map((conversation) => conversationOf(conversation, ids, now))
  await prisma.$transaction([
    prisma.user.createMany({ data: users }),
    prisma.conversation.createMany({ data: conversations.map(({ row }) => row) }),
    prisma.conversationMember.createMany({ data: conversations.flatMap(({ members }) => members) }),
    prisma.message.createMany({ data: conversations.flatMap(({ messages }) => messages) }),
  ])
}

function conversationOf(conversation: DemoConversation, ids: ReadonlyMap<string, string>, now: number) {
  const [me, them] = [conversation.me, conversation.with].map((userName) => {
    const id = ids.get(userName)
    if (!id) throw new Error(`no demo person is called ${userName}`)
    return id
  }) as [string, string]
  const [low, high] = [me, them].sort() as [string, string]
  const id = uuidv7()
  const startedAt = now - conversation.hoursAgo * 60 * MINUTE
  const messages = conversation.lines.map(([who, body], index) => {
    const time = new Date(startedAt + index * 2 * MINUTE)
    // Ids contain the time, because messages are ordered by id.
    return {
      id: uuidv7({ msecs: time.getTime() }),
      conversationId: id,
      senderId: who === 'me' ? me : them,
      body,
      time,
    }
  })
  const last = messages[messages.length - 1]
  const endedAt = last?.time ?? new Date(startedAt)
  const side = { conversationId: id, active: false, lastActivity: endedAt }
  return {
    row: {
      id,
      lowUserId: low,
      highUserId: high,
      created: new Date(startedAt),
      openedAt: new Date(startedAt),
      endedAt,
      endedBy: them,
    },
    members: [
      { ...side, userId: me, partnerId: them, readThrough: last?.id ?? null },
      { ...side, userId: them, partnerId: me, readThrough: last?.id ?? null },
    ],
    messages,
  }
}
