import { NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { createActivity } from './activity.ts'
import type { Chat } from './chat.ts'
import { type ChatContext, type ChatDeps, createChatContext } from './chat-deps.ts'
import { assertMayStart } from './daily-limit.ts'
import { createDepartures, DEPARTURE_TIMES, type Departures } from './departures.ts'
import { endAndNotify, endConversationBetween, endConversationsOf, notifyEnd } from './end-conversations.ts'
import { historyOf, type Viewer } from './history.ts'
import { createMessageWriter } from './message-writer.ts'
import { notifyPartners } from './notify-partners.ts'
import { openMatch } from './open-match.ts'
import { createPartitionJob } from './partitions/partition-job.ts'
import { openPartnerOf, readPartner, readPartners } from './partner.ts'
import { countConversations, listConversations, readConversation } from './read-conversations.ts'
import { listMessagePages, listMessages } from './read-messages.ts'
import { createReadReceipts } from './read-receipts.ts'
import { listRecentChats } from './recent-chats.ts'
import { createRecentPartners } from './recent-partners.ts'
import { createRedelivery } from './redelivery.ts'
import { deliverMessage, sendMessage } from './send-message.ts'
import { setTyping } from './set-typing.ts'
import { startWith } from './start-with.ts'
import { clearConversation, markDelivered, markRead } from './watermarks.ts'

export function createChat(deps: ChatDeps): Chat {
  const context = createChatContext(deps)
  const { pool, live, presence, onError, metrics = NO_METRICS, tracing = NO_TRACING } = context
  const writer = createMessageWriter({ pool, metrics, tracing })
  const activity = createActivity({ pool, onError })
  const redelivery = createRedelivery({ pool, live, onError, metrics })
  live.completeReplaysWith(() => redelivery.run())
  const departures = createDepartures({
    pool,
    presence,
    times: deps.departureTimes ?? DEPARTURE_TIMES,
    notifyEnd: (ended) => notifyEnd(context, ended, 'disconnected'),
    onError,
  })
  const retentionMonths = deps.messageRetentionMonths ?? null
  const partitions = createPartitionJob({ pool, onError, metrics, retentionMonths })
  const recentPartners = createRecentPartners(pool)
  const observePublished = metrics.histogram('messagePublish', {})
  const sending = { ...context, writer, activity, observePublished }

  return {
    ...starts(context),
    ...reads(context),
    ...ends(context, departures),
    send: (sender, input) => sendMessage(sending, sender, input),
    // A held message was emitted when it was held.
    sendReleased: (sender, input) => deliverMessage(sending, sender, input),
    setTyping: (userId, typing) => setTyping(context, userId, typing),
    markDelivered: (conversationId, userId) => markDelivered(context, conversationId, userId),
    markRead: (conversationId, userId) => markRead(context, conversationId, userId),
    clear: (conversationId, userId) => clearConversation(context, conversationId, userId),
    notifyPartners: (userId, event) => notifyPartners({ live, presence, recentPartners }, userId, event),
    readReceipts: createReadReceipts(context),
    departures,
    queuedMessages: () => writer.waiting(),
    recover: () => activity.heal(),

    start() {
      departures.start()
      redelivery.start()
      partitions.start()
    },

    async [Symbol.asyncDispose]() {
      await partitions.stop()
      await redelivery[Symbol.asyncDispose]()
      await departures[Symbol.asyncDispose]()
      await activity[Symbol.asyncDispose]()
    },
  }
}

const starts = (context: ChatContext) =>
  ({
    open: (userA, userB, starters) => openMatch(context, userA, userB, starters),
    startWith: (starter, partnerId, around) => startWith(context, starter, partnerId, around),
    assertMayStart: (viewer) => assertMayStart(context, viewer),
  }) satisfies Partial<Chat>

function reads(context: ChatContext) {
  const { pool, clock, limits } = context
  const history = (viewer: Pick<Viewer, 'premium'>) => historyOf(viewer, clock.now())
  return {
    async assertOpen(conversationId, userId) {
      await openPartnerOf(pool, conversationId, userId)
    },
    conversation: (id, viewer) =>
      context.reads.run((source) =>
        readConversation({ ...context, pool: source.pool }, id, viewer.id, history(viewer)),
      ),
    conversations: (viewer, page) =>
      context.reads.run((source) =>
        listConversations({ ...context, pool: source.pool }, viewer.id, history(viewer), page),
      ),
    conversationCount: (viewer) =>
      context.reads.run((source) => countConversations(source.pool, viewer.id, history(viewer))),
    recentChats: (userId) => context.reads.run((source) => listRecentChats(source.pool, userId, clock.now())),
    async messages(viewer, request) {
      await limits.consume('readMessagesByAccount', viewer.id)
      return context.reads.run((source) => listMessages(source.pool, viewer.id, history(viewer), request))
    },
    async messagePages(viewer, requests) {
      await limits.consume('readMessagesByAccount', viewer.id)
      return context.reads.run((source) =>
        listMessagePages(source.pool, viewer.id, history(viewer), requests),
      )
    },
    partner: (userId, partnerId) => readPartner(context, userId, partnerId),
    partners: (userId, partnerIds) => readPartners(context, userId, partnerIds),
  } satisfies Partial<Chat>
}

function ends(context: ChatContext, departures: Departures) {
  /** @throws ApiError NOT_FOUND unless the member sees this conversation */
  const assertMember = (id: string, userId: string) =>
    readConversation(context, id, userId, historyOf({ premium: false }, context.clock.now()))
  return {
    async resign(conversationId, userId) {
      await assertMember(conversationId, userId)
      await endAndNotify(context, conversationId, userId, 'resigned')
    },
    async resignUnlessBack(conversationId, userId) {
      await assertMember(conversationId, userId)
      await departures.goodbye(conversationId, userId)
    },
    endConversationBetween: (userId, partnerId) => endConversationBetween(context, userId, partnerId),
    endConversationsOf: (userId, reason) => endConversationsOf(context, userId, reason),
  } satisfies Partial<Chat>
}
