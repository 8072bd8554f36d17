import type { SendMessage } from '#schema/chat.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { createActivity } from './activity.ts'
import { type BelowChat, type ChatContext, type ChatSettings, createChatContext } from './chat-context.ts'
import { countEvening } from './count-evening.ts'
import { assertMayStart, type Starting } from './daily-limit.ts'
import { createDepartures, type Departures } from './departures.ts'
import {
  endConversationBetween,
  endConversationsOf,
  type LeaveReason,
  notifyEnd,
} from './end-conversations.ts'
import { historyOf, type Viewer } from './history.ts'
import { createKnocks } from './knocks/knocks.ts'
import { createMessageWriter } from './message-writer.ts'
import { createPartnerNotices } from './notify-partners.ts'
import type { MatchKind } from './open-conversation.ts'
import { openMatch } from './open-match.ts'
import { createPartitionJob } from './partitions/partition-job.ts'
import { openPartnerOf, readPartner, readPartners } from './partner.ts'
import { countConversations, listConversations, readConversation } from './read-conversations.ts'
import { listMessagePages, listMessages, type PageRequest } from './read-messages.ts'
import { areReceiptsShown, showReceipts } from './read-receipts.ts'
import { listRecentChats } from './recent-chats.ts'
import { createRedelivery } from './redelivery.ts'
import { resign } from './resign.ts'
import { deliverMessage, type Sender, sendMessage } from './send-message.ts'
import { setTyping, type Typing } from './set-typing.ts'
import { type Starter, startWith } from './start-with.ts'
import { clearConversation, markDelivered, markRead } from './watermarks.ts'

export type Chat = ReturnType<typeof createChat>

/** Creates the conversations and messages of members. `start` begins the work in the background. */
export function createChat(platform: Platform, below: BelowChat, settings: ChatSettings) {
  const context = createChatContext(platform, below, settings)
  const { pool } = context
  const writer = createMessageWriter(context)
  const activity = createActivity({ pool, onError: platform.failures.of('activity') })
  const redelivery = createRedelivery({ ...context, onError: platform.failures.of('redelivery') })
  const departures = createDepartures({
    ...context,
    times: settings.departureTimes,
    notifyEnd: (ended) => notifyEnd(context, ended, 'disconnected'),
    onError: platform.failures.of('departures'),
  })
  const partitions = createPartitionJob(platform, settings.messageRetentionMonths)
  const sending = {
    ...context,
    writer,
    activity,
    observePublished: context.metrics.histogram('messagePublish', {}),
  }

  return {
    ...starts(context),
    ...reads(context),
    ...ends(context, departures),
    knocks: createKnocks(context),
    /** `streamId`: the stream of the client that sends it, which gets no event. */
    send: (sender: Sender, input: SendMessage, streamId: string | null = null) =>
      sendMessage(sending, sender, input, streamId),
    /** Sends a held message that a moderator released, without limits. It was screened and emitted when it was held. */
    sendReleased: (sender: Sender, input: SendMessage) => deliverMessage(sending, sender, input),
    setTyping: (userId: string, typing: Typing) => setTyping(context, userId, typing),
    markDelivered: (conversationId: string, userId: string) => markDelivered(context, conversationId, userId),
    markRead: (conversationId: string, userId: string) => markRead(context, conversationId, userId),
    clear: (conversationId: string, userId: string) => clearConversation(context, conversationId, userId),
    notifyPartners: createPartnerNotices(context),
    readReceipts: {
      areShown: (userId: string) => areReceiptsShown(context, userId),
      show: (userId: string, shown: boolean) => showReceipts(context, userId, shown),
    },
    departures,
    countEvening: (eveningId: string, from: number, until: number) =>
      countEvening(context.pool, eveningId, from, until),
    /** Returns how many messages of this node wait to be committed. */
    queuedMessages: () => writer.waiting(),
    /** Publishes committed messages that no node has published. */
    redeliver: () => redelivery.run(),
    /** Repairs what a crash left behind. Call once at start. */
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

const starts = (context: ChatContext) => ({
  open: (userA: string, userB: string, starters?: readonly string[], kind?: MatchKind) =>
    openMatch(context, userA, userB, starters, kind),
  startWith: (starter: Starter, partnerId: string) => startWith(context, starter, partnerId),
  assertMayStart: (viewer: Starting) => assertMayStart(context, viewer),
})

function reads(context: ChatContext) {
  const { clock, limits } = context
  const history = (viewer: Pick<Viewer, 'premium'>) => historyOf(viewer, clock.now())
  return {
    /** @throws ApiError NOT_FOUND unless the member has this conversation and it is open */
    async assertOpen(conversationId: string, userId: string) {
      await openPartnerOf(context.pool, conversationId, userId)
    },
    conversation: (id: string, viewer: Viewer) =>
      context.reads.run(({ pool }) => readConversation({ ...context, pool }, id, viewer.id, history(viewer))),
    conversations: (viewer: Viewer, page: { pageNumber: number; size: number }) =>
      context.reads.run(({ pool }) =>
        listConversations({ ...context, pool }, viewer.id, history(viewer), page),
      ),
    conversationCount: (viewer: Viewer) =>
      context.reads.run(({ pool }) => countConversations(pool, viewer.id, history(viewer))),
    recentChats: (userId: string) =>
      context.reads.run(({ pool }) => listRecentChats(pool, userId, clock.now())),
    /** @throws ApiError NOT_FOUND, RATE_LIMITED */
    async messages(viewer: Viewer, request: PageRequest) {
      await limits.consume('readMessagesByAccount', viewer.id)
      return context.reads.run(({ pool }) => listMessages(pool, viewer.id, history(viewer), request))
    },
    /** Reads pages of many conversations in one statement. @throws ApiError RATE_LIMITED */
    async messagePages(viewer: Viewer, requests: readonly PageRequest[]) {
      await limits.consume('readMessagesByAccount', viewer.id)
      return context.reads.run(({ pool }) => listMessagePages(pool, viewer.id, history(viewer), requests))
    },
    partner: (userId: string, partnerId: string) => readPartner(context, userId, partnerId),
    partners: (userId: string, partnerIds: readonly string[]) => readPartners(context, userId, partnerIds),
  }
}

function ends(context: ChatContext, departures: Departures) {
  /** @throws ApiError NOT_FOUND unless the member sees this conversation */
  const assertMember = (id: string, userId: string) =>
    readConversation(context, id, userId, historyOf({ premium: false }, context.clock.now()))
  return {
    /**
     * Ends the conversation at once, or withdraws the member's knock in it. With `openedAt`, only ends the chat that was opened
     * then. @throws ApiError NOT_FOUND
     */
    async resign(conversationId: string, userId: string, openedAt?: Date) {
      await assertMember(conversationId, userId)
      await resign(context, conversationId, userId, openedAt)
    },
    /**
     * Ends the conversation after the grace unless a stream opens within it. For page unloads. With `openedAt`, only ends the
     * chat that was opened then. @throws ApiError NOT_FOUND
     */
    async resignUnlessBack(conversationId: string, userId: string, openedAt?: Date) {
      await assertMember(conversationId, userId)
      await departures.goodbye(conversationId, userId, openedAt)
    },
    endConversationBetween: (userId: string, partnerId: string) =>
      endConversationBetween(context, userId, partnerId),
    endConversationsOf: (userId: string, reason: LeaveReason) => endConversationsOf(context, userId, reason),
  }
}
