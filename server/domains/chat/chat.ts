import type { Partner } from '#schema/account.ts'
import type { Conversation, ConversationPage, Message, MessagePage, SendMessage } from '#schema/chat.ts'
import type { ApiError } from '#server/platform/errors.ts'
import type { Departures } from './departures.ts'
import type { LeaveReason } from './end-conversations.ts'
import type { Viewer } from './history.ts'
import type { PageRequest } from './read-messages.ts'
import type { ReadReceipts } from './read-receipts.ts'
import type { RecentChat } from './recent-chats.ts'
import type { Sender } from './send-message.ts'
import type { Typing } from './set-typing.ts'
import type { AroundOpening } from './start-with.ts'
import type { Starter, Starting } from './starter.ts'

export interface Chat {
  /**
   * Opens the conversation of a matched pair. Idempotent: publishes `match_found` to both unless it was open already. It
   * counts towards the daily limit of the starters, by default both. @throws ApiError FORBIDDEN
   */
  open(userA: string, userB: string, starters?: readonly string[]): Promise<{ conversationId: string }>
  /**
   * Starts a conversation from a list, with a member nearby or a former partner. @throws ApiError EMAIL_NOT_VERIFIED,
   * DAILY_LIMIT, NEW_ACCOUNT_LIMIT, PROOF_REQUIRED, INVALID for the starter, NOT_FOUND for members who cannot be reached
   */
  startWith(starter: Starter, partnerId: string, around: AroundOpening): Promise<Conversation>
  /** @throws ApiError DAILY_LIMIT for a free member at the limit; NEW_ACCOUNT_LIMIT; PROOF_REQUIRED */
  assertMayStart(viewer: Starting): Promise<void>
  /** @throws ApiError NOT_FOUND unless the member has this conversation and it is open */
  assertOpen(conversationId: string, userId: string): Promise<void>
  conversation(id: string, viewer: Viewer): Promise<Conversation>
  conversations(viewer: Viewer, page: { pageNumber: number; size: number }): Promise<ConversationPage>
  /** Returns the open chats and those of the last day, without content and also across a block. */
  recentChats(userId: string): Promise<RecentChat[]>
  /** @throws ApiError NOT_FOUND, RATE_LIMITED */
  messages(viewer: Viewer, request: PageRequest): Promise<MessagePage>
  /** Reads pages of many conversations in one statement. Returns a page or an error for each request, in order. @throws ApiError RATE_LIMITED */
  messagePages(viewer: Viewer, requests: readonly PageRequest[]): Promise<(MessagePage | ApiError)[]>
  /** Resolves after the commit. @throws ApiError NOT_FOUND, CONVERSATION_ENDED, RATE_LIMITED, NEW_ACCOUNT_LIMIT, CONTACT_DETAILS, MESSAGE_HELD */
  send(sender: Sender, input: SendMessage): Promise<Message>
  /** Sends a held message that a moderator released, without screening and limits. @throws ApiError NOT_FOUND, CONVERSATION_ENDED */
  sendReleased(sender: Sender, input: SendMessage): Promise<Message>
  /** Returns how many messages of this node wait to be committed. */
  queuedMessages(): number
  /** @throws ApiError NOT_FOUND, RATE_LIMITED; INVALID if `targetUser` is not the partner */
  setTyping(userId: string, typing: Typing): Promise<void>
  /** Reports that a page of the member has received every message so far without showing it. @throws ApiError NOT_FOUND */
  markDelivered(conversationId: string, userId: string): Promise<void>
  /** @throws ApiError NOT_FOUND */
  markRead(conversationId: string, userId: string): Promise<void>
  clear(conversationId: string, userId: string): Promise<void>
  /** Ends the conversation at once. @throws ApiError NOT_FOUND */
  resign(conversationId: string, userId: string): Promise<void>
  /** Ends the conversation after the grace unless a stream opens within it. For page unloads. @throws ApiError NOT_FOUND */
  resignUnlessBack(conversationId: string, userId: string): Promise<void>
  /** Ends the open conversation of two members, if there is one. `userId` is the member who leaves. */
  endConversationBetween(userId: string, partnerId: string): Promise<void>
  endConversationsOf(userId: string, reason: LeaveReason): Promise<void>
  /** Notifies the member's latest partners who are online that the member came online or went offline. */
  notifyPartners(userId: string, event: 'USER_ONLINE' | 'USER_OFFLINE'): Promise<void>
  /** @throws ApiError NOT_FOUND unless the two share a conversation */
  partner(userId: string, partnerId: string): Promise<Partner>
  /** Reads many partners in one statement. Returns a partner or an error for each id, in order. */
  partners(userId: string, partnerIds: readonly string[]): Promise<(Partner | ApiError)[]>
  /** Returns how many conversations the member sees; capped at 1,000. */
  conversationCount(viewer: Viewer): Promise<number>
  readonly readReceipts: ReadReceipts
  readonly departures: Pick<
    Departures,
    'streamAttached' | 'memberCameOnline' | 'memberWentOffline' | 'endDue' | 'findAbsent'
  >
  /** Repairs what a crash left behind. Call once at start. */
  recover(): Promise<void>
  /** Starts to end conversations of departed members and to publish messages that no node published. */
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}
