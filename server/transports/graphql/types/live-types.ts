import * as z from 'zod'
import { partnerModel } from '#schema/account.fields.ts'
import type { Conversation, Message } from '#schema/chat.ts'
import { messageReceiptModel, presenceChangeModel, typingStatusModel } from '#schema/events.fields.ts'
import { type EventData, LIVE_EVENTS } from '#schema/events.ts'
import type { KeptChange } from '#schema/kept.ts'
import type { KnockEvent } from '#schema/knocks.ts'
import type { Notification } from '#schema/notification.ts'
import type { SearchState } from '#schema/ring.ts'
import type { LogEntry } from '#server/domains/live/index.ts'
import type { Builder } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import type { ChatTypes } from './chat.ts'
import type { KeepingTypes } from './keeping.ts'
import type { KnockTypes } from './knocks.ts'
import type { MatchingTypes } from './matching.ts'

type Typing = EventData<'typing_status'>
type Receipt = EventData<'message_receipt'>

export interface PresenceChange {
  userId: string
  online: boolean
}

export interface LiveItem {
  id: string | null
  name: string
  message: Message | null
  conversation: Conversation | null
  typing: Typing | null
  receipt: Receipt | null
  notification: Notification | null
  knock: KnockEvent | null
  kept: KeptChange | null
  search: SearchState | null
  /** The member and the conversation that the event is about. */
  userId: string | null
  conversationId: string | null
}

const about = z.object({ userId: z.string().optional(), conversationId: z.string().optional() })

/** Parses an entry with the model of its event. Of an event that only a newer node knows, it keeps the name. */
export function itemOf({ id, event, data }: LogEntry): LiveItem {
  const json: unknown = JSON.parse(data)
  const read = <Value>(name: string, model: z.ZodType<Value>) =>
    event === name ? (model.safeParse(json).data ?? null) : null
  const { userId = null, conversationId = null } = about.safeParse(json).data ?? {}
  return {
    id: id || null,
    name: event,
    message: read('new_chat_message', LIVE_EVENTS.new_chat_message),
    conversation: read('match_found', LIVE_EVENTS.match_found),
    typing: read('typing_status', LIVE_EVENTS.typing_status),
    receipt: read('message_receipt', LIVE_EVENTS.message_receipt),
    notification: read('notification', LIVE_EVENTS.notification),
    knock: read('knock', LIVE_EVENTS.knock),
    kept: read('kept', LIVE_EVENTS.kept),
    search: read('search_ring', LIVE_EVENTS.search_ring),
    userId,
    conversationId,
  }
}

export type LiveParts = ChatTypes & KnockTypes & KeepingTypes & MatchingTypes

/** Adds the types of events. */
export function addLiveTypes(
  builder: Builder,
  { message, conversation, knockEvent, keptChange, searchState }: LiveParts,
) {
  const typing = addTyping(builder)
  const presence = addPresence(builder)
  const receipt = addReceipt(builder)
  const event = addEvent(builder, {
    message,
    conversation,
    knockEvent,
    keptChange,
    searchState,
    typing,
    receipt,
  })
  return { typing, presence, event }
}

export type LiveTypes = ReturnType<typeof addLiveTypes>

const addTyping = (builder: Builder) =>
  builder.objectRef<Typing>('Typing').implement({
    description: typingStatusModel.description,
    fields: (t) => modelFields(t, typingStatusModel),
  })

const addReceipt = (builder: Builder) =>
  builder.objectRef<Receipt>('MessageReceipt').implement({
    description: messageReceiptModel.description,
    fields: (t) => modelFields(t, messageReceiptModel),
  })

const addPresence = (builder: Builder) =>
  builder.objectRef<PresenceChange>('PresenceChange').implement({
    description: presenceChangeModel.description,
    fields: (t) => ({
      userId: t.exposeID('userId', { description: presenceChangeModel.fields.userId }),
      online: t.exposeBoolean('online', { description: partnerModel.fields.online }),
    }),
  })

const addEvent = (
  builder: Builder,
  {
    message,
    conversation,
    knockEvent,
    keptChange,
    searchState,
    typing,
    receipt,
  }: Pick<LiveParts, 'message' | 'conversation' | 'knockEvent' | 'keptChange' | 'searchState'> & {
    typing: ReturnType<typeof addTyping>
    receipt: ReturnType<typeof addReceipt>
  },
) =>
  builder.objectRef<LiveItem>('LiveEvent').implement({
    description: 'An event of the live stream. The fields that an event does not have are null.',
    fields: (t) => ({
      id: t.exposeID('id', {
        nullable: true,
        description: 'Pass it as `after` to continue from here. Null for an event that is not kept.',
      }),
      // No enum: a node that runs a newer version may send events that this one does not know.
      name: t.exposeString('name', {
        description:
          'The name of the event: `ready`, `new_chat_message`, `match_found`, `typing_status`, `message_receipt`, `conversation_disconnected`, `USER_ONLINE`, `USER_OFFLINE`, `notification`, `knock`, `kept`, `search_ring`, `resync` or `session_ended`. Ignore names that you do not know.',
      }),
      message: t.field({
        type: message,
        nullable: true,
        description: 'The message of `new_chat_message`.',
        resolve: (item) => item.message,
      }),
      conversation: t.field({
        type: conversation,
        nullable: true,
        description: 'The conversation of `match_found`.',
        resolve: (item) => item.conversation,
      }),
      typing: t.field({
        type: typing,
        nullable: true,
        description: 'The indicator of `typing_status`.',
        resolve: (item) => item.typing,
      }),
      receipt: t.field({
        type: receipt,
        nullable: true,
        description: 'The receipt of `message_receipt`.',
        resolve: (item) => item.receipt,
      }),
      kept: t.field({
        type: keptChange,
        nullable: true,
        description: 'The partner of `kept`, with what changed.',
        resolve: (item) => item.kept,
      }),
      search: t.field({
        type: searchState,
        nullable: true,
        description: 'The search of the caller, of `search_ring`.',
        resolve: (item) => item.search,
      }),
      knock: t.field({
        type: knockEvent,
        nullable: true,
        description: 'The invitation of `knock`.',
        resolve: (item) => item.knock,
      }),
      userId: t.exposeID('userId', {
        nullable: true,
        description: 'The id of the member that the event is about.',
      }),
      conversationId: t.exposeID('conversationId', {
        nullable: true,
        description: 'The id of the conversation that the event is about.',
      }),
    }),
  })
