import { FixedBuffer, Repeater } from '@repeaterjs/repeater'
import * as z from 'zod'
import type { Conversation, Message } from '#schema/chat.ts'
import { LIVE_EVENTS } from '#schema/events.ts'
import type { Notification } from '#schema/notification.ts'
import { entryOf, type LogEntry } from '../live/index.ts'
import { type Builder, type GraphqlContext, memberOf } from './builder.ts'
import type { ChatTypes } from './chat.ts'

interface Typing {
  conversationId: string
  userId: string
  isTyping: boolean
}

interface LiveItem {
  id: string | null
  name: string
  message: Message | null
  conversation: Conversation | null
  typing: Typing | null
  notification: Notification | null
  /** Whom the event is about, and in which conversation. */
  userId: string | null
  conversationId: string | null
}

const about = z.object({ userId: z.string().optional(), conversationId: z.string().optional() })

/** One event of the log as its own model reads it. */
function itemOf({ id, event, data }: LogEntry): LiveItem {
  const json: unknown = JSON.parse(data)
  const { userId = null, conversationId = null } = about.safeParse(json).data ?? {}
  return {
    id: id || null,
    name: event,
    message: event === 'new_chat_message' ? LIVE_EVENTS.new_chat_message.parse(json) : null,
    conversation: event === 'match_found' ? LIVE_EVENTS.match_found.parse(json) : null,
    typing: event === 'typing_status' ? LIVE_EVENTS.typing_status.parse(json) : null,
    notification: event === 'notification' ? LIVE_EVENTS.notification.parse(json) : null,
    userId,
    conversationId,
  }
}

/** A reader that falls this far behind is let go; it can go on from its last id. */
const MAX_WAITING = 512

/**
 * The person's events, or what is picked of them, while they count as online. A repeater, as a generator that waits for
 * the next event would not hear that its reader has left.
 */
export function eventsOf<Value extends object>(
  context: GraphqlContext,
  after: string | null,
  pick: (item: LiveItem) => Value | null,
): AsyncIterable<Value> {
  const { id: userId, interests, sessionKey } = memberOf(context)
  const { live, comingsAndGoings } = context
  return new Repeater<Value>(async (push, stop) => {
    await comingsAndGoings.came(userId, interests)
    try {
      const sink = {
        send(frame: string) {
          const entry = entryOf(frame)
          // Sent twice under two names for older clients of the stream (spec §4); here once.
          const value = entry.event === 'TYPING_EVENT' ? null : pick(itemOf(entry))
          if (value) push(value).catch(() => stop())
        },
        close: () => stop(),
      }
      const connection = await live.connect(userId, { after, sessionKey }, sink)
      await stop
      connection.close()
    } finally {
      comingsAndGoings.left(userId)
    }
  }, new FixedBuffer(MAX_WAITING))
}

/** The same log that the REST stream is read from. */
export function addLive(builder: Builder, { conversation, message }: ChatTypes) {
  const typing = builder.objectRef<Typing>('Typing').implement({
    fields: (t) => ({
      conversationId: t.exposeID('conversationId'),
      userId: t.exposeID('userId'),
      isTyping: t.exposeBoolean('isTyping'),
    }),
  })
  const event = builder.objectRef<LiveItem>('LiveEvent').implement({
    fields: (t) => ({
      /** Given back as `after`, the next subscription goes on from here. Null for what is not kept. */
      id: t.exposeID('id', { nullable: true }),
      name: t.exposeString('name'),
      message: t.field({ type: message, nullable: true, resolve: (item) => item.message }),
      conversation: t.field({ type: conversation, nullable: true, resolve: (item) => item.conversation }),
      typing: t.field({ type: typing, nullable: true, resolve: (item) => item.typing }),
      userId: t.exposeID('userId', { nullable: true }),
      conversationId: t.exposeID('conversationId', { nullable: true }),
    }),
  })
  builder.subscriptionType({ authScopes: { member: true } })
  builder.subscriptionFields((t) => ({
    live: t.field({
      type: event,
      args: { after: t.arg.string({ required: false }) },
      subscribe: (_, { after }, context) => eventsOf(context, after ?? null, (item) => item),
      resolve: (item) => item,
    }),
    messageReceived: t.field({
      type: message,
      subscribe: (_, __, context) => eventsOf(context, null, (item) => item.message),
      resolve: (item) => item,
    }),
    matchFound: t.field({
      type: conversation,
      subscribe: (_, __, context) => eventsOf(context, null, (item) => item.conversation),
      resolve: (item) => item,
    }),
    typingChanged: t.field({
      type: typing,
      subscribe: (_, __, context) => eventsOf(context, null, (item) => item.typing),
      resolve: (item) => item,
    }),
  }))
}
