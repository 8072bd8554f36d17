import { LIVE_EVENTS } from '#schema/events.ts'
import type { Chat } from '#server/domains/chat/index.ts'
import type { Live, LiveConnection } from '#server/domains/live/index.ts'
import type { Matching } from '#server/domains/matching/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { Database, UserModel } from '#server/platform/postgres/index.ts'
import { openingLine, replyTo } from './demo-lines.ts'

/** How long somebody searches alone before a demo partner answers (design §5). */
const ANSWERS_AFTER = 6_000
const LOOK_EVERY = 1_000
const READS_FOR = 1_200
const TYPES_FOR = 1_800

/** What a demo partner does, it does through the same domains as everybody else. */
export interface DemoDomains {
  database: Database
  live: Pick<Live, 'connect'>
  presence: Pick<Presence, 'opened' | 'closed'>
  chat: Pick<Chat, 'send' | 'setTyping' | 'markRead'>
  matching: Pick<Matching, 'longestWaiting' | 'find' | 'cancel'>
}

export interface DemoPartners {
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** People plainly labelled as demo, so that one person alone can try a conversation. */
export async function createDemoPartners(domains: DemoDomains): Promise<DemoPartners> {
  const { chat, matching, live, presence } = domains
  const partners = await domains.database.prisma.user.findMany({
    where: { demo: true },
    orderBy: { id: 'asc' },
  })
  const connections: LiveConnection[] = []
  const timers = new Set<NodeJS.Timeout>()
  /** How often a partner has answered in a conversation. */
  const answers = new Map<string, number>()
  let nextPartner = 0

  function later(milliseconds: number, work: () => Promise<unknown>) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      // A conversation that has ended meanwhile needs no answer any more.
      work().catch(() => undefined)
    }, milliseconds)
    timers.add(timer)
  }

  function say(partner: UserModel, conversationId: string, message: string) {
    later(READS_FOR, async () => {
      await chat.markRead(conversationId, partner.id)
      await chat.setTyping(partner.id, conversationId, true)
      later(TYPES_FOR, async () => {
        await chat.setTyping(partner.id, conversationId, false)
        await chat.send(partner, { conversationId, message })
      })
    })
  }

  function hear(partner: UserModel, frame: string) {
    const event = /^event: (.+)$/m.exec(frame)?.[1]
    const data: unknown = JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? '{}')
    if (event === 'match_found') {
      const { id, sharedInterests } = LIVE_EVENTS.match_found.parse(data)
      say(partner, id, openingLine(sharedInterests))
    }
    if (event === 'new_chat_message') {
      const { conversationId, senderId, message } = LIVE_EVENTS.new_chat_message.parse(data)
      if (senderId === partner.id) return
      const count = (answers.get(conversationId) ?? 0) + 1
      answers.set(conversationId, count)
      say(partner, conversationId, replyTo(message, count))
    }
    if (event === 'conversation_disconnected') {
      answers.delete(LIVE_EVENTS.conversation_disconnected.parse(data).conversationId)
    }
  }

  async function comeOnline(partner: UserModel) {
    const sink = { send: (frame: string) => hear(partner, frame), close: () => undefined }
    connections.push(await live.connect(partner.id, { after: null, sessionKey: `demo:${partner.id}` }, sink))
    await presence.opened(partner.id, partner.interests)
  }

  /** Answers whoever waits alone: looks for a match with the very interests of that person. */
  async function answerWhoeverIsAlone() {
    const [waiting, another] = await matching.longestWaiting(2)
    if (!waiting || another || Date.now() - waiting.waitingSince < ANSWERS_AFTER) return
    const fitting = partners.filter(({ gender }) => !waiting.genderFilter || gender === waiting.genderFilter)
    const partner = fitting[nextPartner % fitting.length]
    nextPartner += 1
    if (!partner) return
    const seeker = {
      ...waiting,
      userId: partner.id,
      gender: partner.gender,
      genderFilter: null,
      blockedIds: [],
    }
    const { status } = await matching.find(seeker)
    if (status === 'searching') await matching.cancel(partner.id)
  }

  return {
    start() {
      const again = () => later(LOOK_EVERY, () => answerWhoeverIsAlone().finally(again))
      void Promise.allSettled(partners.map(comeOnline)).then(again)
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const connection of connections) connection.close()
      await Promise.all(partners.map((partner) => presence.closed(partner.id)))
    },
  }
}
