import { LIVE_EVENTS } from '#schema/events.ts'
import type { Chat } from '#server/domains/chat/index.ts'
import type { Live, LiveConnection } from '#server/domains/live/index.ts'
import type { Matching } from '#server/domains/matching/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Database, UserModel } from '#server/platform/postgres/index.ts'
import { openingLine, replyTo } from './demo-lines.ts'

/** How long a member searches alone before a demo partner joins (design §5), in milliseconds. */
const JOIN_AFTER = 6_000
const CHECK_EVERY = 1_000
const READING_TIME = 1_200
const TYPING_TIME = 1_800

/** Demo partners use the same domain functions as members. */
export interface DemoDomains {
  database: Database
  failures: Platform['failures']
  live: Pick<Live, 'connect'>
  presence: Pick<Presence, 'opened' | 'closed'>
  chat: Pick<Chat, 'knocks' | 'send' | 'setTyping' | 'markRead'>
  matching: Pick<Matching, 'longestWaiting' | 'findMatch' | 'cancel'>
}

export interface DemoPartners {
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Creates partners for a person who tries the product alone. They are labelled as demo. */
export async function createDemoPartners(domains: DemoDomains): Promise<DemoPartners> {
  const { chat, matching, live, presence } = domains
  const onError = domains.failures.of('demo partners')
  const partners = await domains.database.prisma.user.findMany({
    where: { demo: true },
    orderBy: { id: 'asc' },
  })
  const connections: LiveConnection[] = []
  const timers = new Set<NodeJS.Timeout>()
  /** The number of replies by conversation. */
  const replyCounts = new Map<string, number>()
  let nextPartner = 0

  function schedule(milliseconds: number, work: () => Promise<unknown>) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work().catch((error: unknown) => {
        // The conversation has ended, which needs no reply.
        if (!(error instanceof ApiError)) onError(error)
      })
    }, milliseconds)
    timers.add(timer)
  }

  function sendMessage(partner: UserModel, conversationId: string, message: string) {
    schedule(READING_TIME, async () => {
      await chat.markRead(conversationId, partner.id)
      await chat.setTyping(partner.id, { conversationId, isTyping: true })
      schedule(TYPING_TIME, async () => {
        await chat.setTyping(partner.id, { conversationId, isTyping: false })
        await chat.send(partner, { conversationId, message })
      })
    })
  }

  function handleEvent(partner: UserModel, frame: string) {
    const event = /^event: (.+)$/m.exec(frame)?.[1]
    const data: unknown = JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? '{}')
    if (event === 'match_found') {
      const { id, sharedInterests } = LIVE_EVENTS.match_found.parse(data)
      sendMessage(partner, id, openingLine(sharedInterests))
    }
    if (event === 'knock') {
      const { id, waiting } = LIVE_EVENTS.knock.parse(data)
      if (waiting) schedule(READING_TIME, () => chat.knocks.accept(partner.id, id))
    }
    if (event === 'new_chat_message') {
      const { conversationId, senderId, message } = LIVE_EVENTS.new_chat_message.parse(data)
      if (senderId === partner.id) return
      const count = (replyCounts.get(conversationId) ?? 0) + 1
      replyCounts.set(conversationId, count)
      sendMessage(partner, conversationId, replyTo(message, count))
    }
    if (event === 'conversation_disconnected') {
      replyCounts.delete(LIVE_EVENTS.conversation_disconnected.parse(data).conversationId)
    }
  }

  async function connect(partner: UserModel) {
    const sink = { send: (frame: string) => handleEvent(partner, frame), close: () => undefined }
    connections.push(await live.connect(partner.id, { after: null, sessionKey: null }, sink))
    await presence.opened(partner.id, partner.interests)
  }

  /** Matches a member who searches alone with a demo partner, by searching with the same interests. */
  async function matchLoneMember() {
    const [waiting, another] = await matching.longestWaiting(2)
    if (!waiting || another || Date.now() - waiting.waitingSince < JOIN_AFTER) return
    const eligible = partners.filter(
      ({ gender, age }) =>
        (!waiting.genderFilter || gender === waiting.genderFilter) &&
        age >= (waiting.minPartnerAge ?? age) &&
        age <= (waiting.maxPartnerAge ?? age),
    )
    const partner = eligible[nextPartner % eligible.length]
    nextPartner += 1
    if (!partner) return
    const seeker = {
      ...waiting,
      userId: partner.id,
      gender: partner.gender,
      genderFilter: null,
      age: partner.age,
      minPartnerAge: null,
      maxPartnerAge: null,
      learning: [],
      blockedIds: [],
    }
    const { status } = await matching.findMatch(seeker)
    if (status === 'searching') await matching.cancel(partner.id)
  }

  return {
    start() {
      const checkAgain = () => schedule(CHECK_EVERY, () => matchLoneMember().finally(checkAgain))
      void Promise.all(partners.map((partner) => connect(partner).catch(onError))).then(checkAgain)
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const connection of connections) connection.close()
      await Promise.all(partners.map((partner) => presence.closed(partner.id)))
    },
  }
}
