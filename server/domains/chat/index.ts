import type { Partner } from '#schema/account.ts'
import type { Conversation, ConversationPage, Message, MessagePage, SendMessage } from '#schema/chat.ts'
import type { LEAVE_REASONS } from '#schema/events.ts'
import type { BotDefence, Screen } from '#server/domains/abuse/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { Nearby } from '#server/domains/nearby/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ApiError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createActivity } from './activity.ts'
import { assertMayStart, dayOf } from './daily-limit.ts'
import { createDepartures, DEPARTURE_TIMES, type Departures, type DepartureTimes } from './departures.ts'
import { historyOf, type Viewer } from './history.ts'
import { type Ended, endConversation, openConversationBetween, openConversationsOf } from './leave.ts'
import { createMessageWriter } from './message-writer.ts'
import { tellPartners } from './notify-partners.ts'
import { openConversation } from './open-conversation.ts'
import { openPartnerOf, readPartner, readPartners } from './partner.ts'
import { countConversations, listConversations, readConversation } from './read-conversations.ts'
import { listMessagePages, listMessages, type PageRequest } from './read-messages.ts'
import { listRecentChats, type RecentChat } from './recent-chats.ts'
import { createRedelivery } from './redelivery.ts'
import { type AroundOpening, type Starter, type Starting, startWith } from './start-with.ts'
import { clearConversation, markRead } from './watermarks.ts'

export { DEPARTURE_TIMES, type DepartureTimes } from './departures.ts'
export type { PageRequest } from './read-messages.ts'
export type { RecentChat } from './recent-chats.ts'
export type { AroundOpening } from './start-with.ts'

type LeaveReason = (typeof LEAVE_REASONS)[number]

export interface ChatDeps {
  database: Pick<Database, 'pool'>
  clock: Clock
  live: Live
  presence: Presence
  events: EventBus
  limits: RateLimits
  nearby: Pick<Nearby, 'isNear'>
  /** Judges what is about to be sent. */
  screen: Screen
  botDefence: Pick<BotDefence, 'beforeConversation' | 'conversationStarted'>
  /** How many conversations a free member may start a day (design §3). */
  freeConversationsADay: number
  departureTimes?: DepartureTimes
  onError(error: unknown): void
}

interface Sender {
  id: string
  displayName: string
  premium?: boolean
  /** The account is in its first hours. */
  isNewAccount?: boolean
}

export interface Chat {
  /**
   * Idempotent; tells both with `match_found` when the conversation was not open before. It counts for the starters:
   * both, unless they are named. @throws ApiError FORBIDDEN
   */
  open(userA: string, userB: string, starters?: readonly string[]): Promise<{ conversationId: string }>
  /**
   * From a list: with somebody near, or whom one has talked with. @throws ApiError EMAIL_NOT_VERIFIED, DAILY_LIMIT,
   * NEW_ACCOUNT_LIMIT, PROOF_REQUIRED, INVALID for oneself, NOT_FOUND for everybody who cannot be reached
   */
  startWith(starter: Starter, partnerId: string, around: AroundOpening): Promise<Conversation>
  /** @throws ApiError DAILY_LIMIT for a free member who has had theirs; NEW_ACCOUNT_LIMIT; PROOF_REQUIRED */
  assertMayStart(viewer: Starting): Promise<void>
  /** @throws ApiError NOT_FOUND unless it is one of theirs that has not ended */
  assertOpen(conversationId: string, userId: string): Promise<void>
  conversation(id: string, viewer: Viewer): Promise<Conversation>
  conversations(viewer: Viewer, page: { pageNumber: number; size: number }): Promise<ConversationPage>
  /** The open chats and those of the last day, without content; also across a block. */
  recentChats(userId: string): Promise<RecentChat[]>
  /** @throws ApiError NOT_FOUND, RATE_LIMITED */
  messages(viewer: Viewer, request: PageRequest): Promise<MessagePage>
  /** Of many conversations in one statement, in the order asked for: a page, or why there is none. @throws ApiError RATE_LIMITED */
  messagePages(viewer: Viewer, requests: readonly PageRequest[]): Promise<(MessagePage | ApiError)[]>
  /** Resolves after the commit. @throws ApiError NOT_FOUND, CONVERSATION_ENDED, RATE_LIMITED, NEW_ACCOUNT_LIMIT, CONTACT_DETAILS, MESSAGE_HELD */
  send(sender: Sender, input: SendMessage): Promise<Message>
  /** What had been held back and was let through: neither screened nor limited. @throws ApiError NOT_FOUND, CONVERSATION_ENDED */
  sendReleased(sender: Sender, input: SendMessage): Promise<Message>
  setTyping(userId: string, conversationId: string, isTyping: boolean): Promise<void>
  markRead(conversationId: string, userId: string): Promise<void>
  clear(conversationId: string, userId: string): Promise<void>
  /** Leaves for good and at once. @throws ApiError NOT_FOUND */
  resign(conversationId: string, userId: string): Promise<void>
  /** The page is going away: leaves after the grace unless a stream opens within it. @throws ApiError NOT_FOUND */
  resignUnlessBack(conversationId: string, userId: string): Promise<void>
  /** @throws ApiError NOT_FOUND for everybody one shares no conversation with */
  partner(userId: string, partnerId: string): Promise<Partner>
  /** Many in one statement, in the order asked for: each, or why not. */
  partners(userId: string, partnerIds: readonly string[]): Promise<(Partner | ApiError)[]>
  /** How many the member sees; capped at 1,000. */
  conversationCount(viewer: Viewer): Promise<number>
  readonly departures: Pick<Departures, 'endDue' | 'findAbsent'>
  /** Repairs what a crash left behind; once at start. */
  recover(): Promise<void>
  /** Begins to look for members who are gone, and for messages that no node published. */
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function createChat(deps: ChatDeps): Chat {
  const { clock, live, presence, events, limits, botDefence, onError } = deps
  const { pool } = deps.database
  // Without Redis, online states are unknown; messages can still be read.
  const online = (userIds: string[]) =>
    presence.online(userIds).catch((error: unknown) => {
      onError(error)
      return new Set<string>()
    })
  const reading = { pool, online }
  const writer = createMessageWriter({ pool })
  const activity = createActivity({ pool, onError })
  const redelivery = createRedelivery({ pool, live, onError })
  live.completeReplaysWith(() => redelivery.run())
  const departures = createDepartures({
    pool,
    presence,
    times: deps.departureTimes ?? DEPARTURE_TIMES,
    tellEnd: (ended) => tellEnd(ended, 'disconnected'),
    onError,
  })

  /** Premium is unlimited from the first minute (spec §1). */
  const hasNewAccountLimits = ({
    isNewAccount = false,
    premium = false,
  }: Pick<Sender, 'isNewAccount' | 'premium'>) => isNewAccount && !premium
  const history = (viewer: Pick<Viewer, 'premium'>) => historyOf(viewer, clock.now())
  async function mayStart(viewer: Starting) {
    await assertMayStart(pool, viewer, { limit: deps.freeConversationsADay, now: clock.now() })
    await botDefence.beforeConversation({ ...viewer, isNewAccount: hasNewAccountLimits(viewer) })
  }
  const mine = (id: string, userId: string) =>
    readConversation(reading, id, userId, history({ premium: false }))

  async function tellMatch(conversationId: string, userId: string) {
    const data = await mine(conversationId, userId)
    // The conversation is open already. A member who was not told refetches when Redis is back.
    await live.publish([userId], { event: 'match_found', data }).catch(onError)
  }

  async function end(conversationId: string, userId: string, reason: LeaveReason) {
    const ended = await endConversation(pool, conversationId, userId)
    if (ended) await tellEnd(ended, reason)
  }

  async function tellEnd({ conversationId, userId, partnerId }: Ended, reason: LeaveReason) {
    // It has ended, whoever can hear of it now: the next does too, and so does what listens.
    await live
      .publish([partnerId, userId], {
        event: 'conversation_disconnected',
        data: { conversationId, userId, reason },
      })
      .catch(onError)
    await events.emit('conversationEnded', { conversationId, endedBy: userId, partnerId })
  }

  async function endAll(userId: string, reason: LeaveReason) {
    for (;;) {
      const ids = await openConversationsOf(pool, userId)
      for (const id of ids) await end(id, userId, reason)
      if (ids.length === 0) return
    }
  }

  async function deliver(sender: Sender, input: SendMessage): Promise<Message> {
    const written = await writer.write({
      conversationId: input.conversationId,
      senderId: sender.id,
      body: input.message,
      time: new Date(clock.now()),
      clientMessageId: input.clientMessageId ?? null,
    })
    const message: Message = {
      id: written.id,
      conversationId: input.conversationId,
      message: input.message,
      time: written.time.toISOString(),
      senderId: sender.id,
      senderName: sender.displayName,
      read: false,
      clearedBy: [],
      clientMessageId: input.clientMessageId ?? null,
    }
    if (!written.repeated) {
      activity.touch(input.conversationId, written.time)
      // The commit is what was promised. Delivery is not waited for: what fails here is redelivered.
      const once = { key: written.id, time: written.time.getTime() }
      live
        .publish([written.partnerId, sender.id], { event: 'new_chat_message', data: message }, { once })
        .catch(onError)
    }
    return message
  }

  const telling = { pool, live, presence }
  events.on('streamAttached', ({ userId }) => departures.streamAttached(userId))
  events.on('streamOpened', ({ userId }) => tellPartners(telling, userId, 'USER_ONLINE'))
  events.on('streamOpened', ({ userId }) => departures.back(userId))
  events.on('streamsClosed', ({ userId }) => tellPartners(telling, userId, 'USER_OFFLINE'))
  events.on('streamsClosed', ({ userId }) => departures.away(userId))
  events.on('userBlocked', async ({ blockerId, blockedId }) => {
    const id = await openConversationBetween(pool, blockerId, blockedId)
    if (id) await end(id, blockerId, 'resigned')
  })
  events.on('userSuspended', ({ userId }) => endAll(userId, 'suspended'))
  events.on('accountClosed', ({ userId }) => endAll(userId, 'resigned'))

  return {
    async open(userA, userB, starters = [userA, userB]) {
      const both = [userA, userB]
      const day = dayOf(clock.now())
      const { conversationId, fresh } = await openConversation(pool, userA, userB, { starters, day })
      if (fresh) {
        for (const userId of starters) botDefence.conversationStarted(userId).catch(onError)
        await Promise.all(both.map((userId) => tellMatch(conversationId, userId)))
      }
      return { conversationId }
    },

    async startWith(starter, partnerId, around) {
      const { conversationId, fresh } = await startWith(
        { ...deps, pool, mayStart },
        starter,
        partnerId,
        around,
      )
      if (fresh) {
        botDefence.conversationStarted(starter.id).catch(onError)
        await tellMatch(conversationId, partnerId)
      }
      return readConversation(reading, conversationId, starter.id, history(starter))
    },

    assertMayStart: mayStart,
    async assertOpen(conversationId, userId) {
      await openPartnerOf(pool, conversationId, userId)
    },
    conversation: (id, viewer) => readConversation(reading, id, viewer.id, history(viewer)),
    conversations: (viewer, page) => listConversations(reading, viewer.id, history(viewer), page),
    recentChats: (userId) => listRecentChats(pool, userId, clock.now()),
    async messages(viewer, request) {
      await limits.consume('readMessagesByAccount', viewer.id)
      return listMessages(pool, viewer.id, history(viewer), request)
    },
    async messagePages(viewer, requests) {
      await limits.consume('readMessagesByAccount', viewer.id)
      return listMessagePages(pool, viewer.id, history(viewer), requests)
    },

    async send(sender, input) {
      await limits.consume('messageByAccount', sender.id, hasNewAccountLimits(sender))
      await deps.screen(sender, input)
      const message = await deliver(sender, input)
      // Of a retry as well: what listens may not have come to it before a crash.
      void events.emit('messageSent', message)
      return message
    },

    // Who listens for what is said has heard it when it was held.
    sendReleased: deliver,

    async setTyping(userId, conversationId, isTyping) {
      await limits.consume('typingByAccount', userId)
      const partnerId = await openPartnerOf(pool, conversationId, userId)
      const data = { conversationId, userId, isTyping }
      for (const event of ['typing_status', 'TYPING_EVENT'] as const)
        await live.publish([partnerId], { event, data }, { transient: true })
    },

    async markRead(conversationId, userId) {
      const told = await markRead(pool, conversationId, userId)
      if (told) await events.emit('missedRead', { userId, conversationId })
    },

    async clear(conversationId, userId) {
      const told = await clearConversation(pool, conversationId, userId)
      if (told) await events.emit('missedRead', { userId, conversationId })
    },

    async resign(conversationId, userId) {
      await mine(conversationId, userId)
      await end(conversationId, userId, 'resigned')
    },

    async resignUnlessBack(conversationId, userId) {
      await mine(conversationId, userId)
      await departures.goodbye(conversationId, userId)
    },

    partner: (userId, partnerId) => readPartner(reading, userId, partnerId),
    partners: (userId, partnerIds) => readPartners(reading, userId, partnerIds),

    conversationCount: (viewer) => countConversations(pool, viewer.id, history(viewer)),

    departures,
    recover: () => activity.heal(),

    start() {
      departures.start()
      redelivery.start()
    },

    async [Symbol.asyncDispose]() {
      await redelivery[Symbol.asyncDispose]()
      await departures[Symbol.asyncDispose]()
      await activity[Symbol.asyncDispose]()
    },
  }
}
