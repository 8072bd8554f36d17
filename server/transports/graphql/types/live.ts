import { Repeater } from '@repeaterjs/repeater'
import * as z from 'zod'
import type { Conversation, Message } from '#schema/chat.ts'
import { LIVE_EVENTS } from '#schema/events.ts'
import type { Notification } from '#schema/notification.ts'
import { entryOf, type LogEntry } from '#server/domains/live/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { validate } from '#server/platform/validate.ts'
import { createBoundedPush } from '#server/transports/graphql/bounded-push.ts'
import { type Builder, type GraphqlContext, memberOf } from '#server/transports/graphql/builder.ts'
import type { ChatTypes } from './chat.ts'

interface Typing {
  conversationId: string
  userId: string
  isTyping: boolean
}

interface PresenceChange {
  userId: string
  online: boolean
}

interface LiveItem {
  id: string | null
  name: string
  message: Message | null
  conversation: Conversation | null
  typing: Typing | null
  notification: Notification | null
  /** The member and the conversation that the event is about. */
  userId: string | null
  conversationId: string | null
}

const about = z.object({ userId: z.string().optional(), conversationId: z.string().optional() })

/** Parses an entry with the model of its event. Of an event that only a newer node knows, it keeps the name. */
function itemOf({ id, event, data }: LogEntry): LiveItem {
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
    notification: read('notification', LIVE_EVENTS.notification),
    userId,
    conversationId,
  }
}

/** Events for a reader that is behind: more than the 256 entries of a log and as many that arrive during its replay. */
const MAX_WAITING = 768

function presenceOf({ name, userId }: LiveItem): PresenceChange | null {
  if (userId === null || (name !== 'USER_ONLINE' && name !== 'USER_OFFLINE')) return null
  return { userId, online: name === 'USER_ONLINE' }
}

interface Wanted<Value> {
  after?: string | null | undefined
  /** Returns what to send for an event; null to skip it. */
  pick(item: LiveItem): Value | null
  /** Limits the events to this conversation, until it ends. */
  conversationId?: string | null | undefined
}

/**
 * Returns the member's events, or what `pick` returns for them. The member counts as online for that time. A repeater is
 * used because a generator that awaits the next event does not notice that its reader has left.
 */
export async function eventsOf<Value extends object>(
  context: GraphqlContext,
  wanted: Wanted<Value>,
): Promise<AsyncIterable<Value>> {
  const { id: userId, interests, sessionKey } = memberOf(context)
  const { live, presenceTracker, revalidate } = context
  const { after = null, conversationId = null, pick } = wanted
  await context.admitStream(userId)
  return new Repeater<Value>(async (push, stop) => {
    const outgoing = createBoundedPush(push, stop, MAX_WAITING)
    await presenceTracker.streamOpened(userId, interests)
    try {
      const sink = {
        send(frame: string) {
          const entry = entryOf(frame)
          // The stream sends typing events under two names (spec §4). Subscriptions get each once.
          if (entry.event === 'TYPING_EVENT') return
          const item = itemOf(entry)
          if (conversationId !== null && item.conversationId !== conversationId) return
          const value = pick(item)
          if (value) outgoing.push(value, Buffer.byteLength(frame))
          if (conversationId !== null && item.name === 'conversation_disconnected') stop()
        },
        drained: outgoing.drained,
        close: () => stop(),
      }
      const connection = await live.connect(userId, { after, sessionKey }, sink)
      try {
        await revalidate({ userId, sessionKey })
        // The stream did not receive the end of a conversation that ended before it opened.
        if (conversationId !== null && !(await isOpen(context, conversationId))) stop()
        await stop
      } finally {
        connection.close()
      }
    } finally {
      presenceTracker.streamClosed(userId)
    }
  })
}

const isOpen = (context: GraphqlContext, conversationId: string) =>
  context.domains.chat.assertOpen(conversationId, memberOf(context).id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false
      throw error
    },
  )

const within = z.object({ conversationId: z.uuid('Not an id').nullish() })

/** @throws ApiError NOT_FOUND unless the member has this conversation and it is open */
async function eventsWithin<Value extends object>(
  context: GraphqlContext,
  given: { conversationId?: string | null | undefined },
  pick: Wanted<Value>['pick'],
) {
  const { conversationId } = validate(within, given)
  if (conversationId) await context.domains.chat.assertOpen(conversationId, memberOf(context).id)
  return eventsOf(context, { conversationId, pick })
}

/** Gives each event of a subscription new loaders, because the values of earlier events are out of date. */
function renewed<Value>(value: Value, _: unknown, context: GraphqlContext): Value {
  context.loaders = null
  return value
}

/** Adds subscriptions to the log that also feeds the REST stream. */
export function addLive(builder: Builder, { conversation, message }: ChatTypes) {
  const typing = addTyping(builder)
  const presence = addPresence(builder)
  const event = addEvent(builder, message, conversation, typing)
  builder.subscriptionType({
    description: 'Events as they happen, over graphql-ws or server-sent events.',
    authScopes: { member: true },
  })
  addAllEvents(builder, event)
  addLiveSubscriptions(builder, { message, conversation, typing, presence })
}

const addTyping = (builder: Builder) =>
  builder.objectRef<Typing>('Typing').implement({
    description: 'A member starts or stops typing.',
    fields: (t) => ({
      conversationId: t.exposeID('conversationId', { description: 'The id of the conversation.' }),
      userId: t.exposeID('userId', { description: 'The id of the member who types.' }),
      isTyping: t.exposeBoolean('isTyping', { description: 'Whether the member is typing.' }),
    }),
  })

const addPresence = (builder: Builder) =>
  builder.objectRef<PresenceChange>('PresenceChange').implement({
    description: 'A member goes online or offline.',
    fields: (t) => ({
      userId: t.exposeID('userId', { description: 'The id of the member.' }),
      online: t.exposeBoolean('online', { description: 'Whether the member is online now.' }),
    }),
  })

const addEvent = (
  builder: Builder,
  message: ChatTypes['message'],
  conversation: ChatTypes['conversation'],
  typing: ReturnType<typeof addTyping>,
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
          'The name of the event: `ready`, `new_chat_message`, `match_found`, `typing_status`, `conversation_disconnected`, `USER_ONLINE`, `USER_OFFLINE`, `notification`, `resync` or `session_ended`. Ignore names that you do not know.',
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

function addAllEvents(builder: Builder, event: ReturnType<typeof addEvent>) {
  builder.subscriptionFields((t) => ({
    live: t.field({
      type: event,
      description: 'Every event of the caller, in the order of the live stream of REST.',
      args: {
        after: t.arg.id({
          required: false,
          description: 'The id of the last event that arrived. What happened since then is sent first.',
        }),
      },
      subscribe: (_, { after }, context) => eventsOf(context, { after, pick: (item) => item }),
      resolve: renewed,
    }),
  }))
}

function addLiveSubscriptions(
  builder: Builder,
  {
    message,
    conversation,
    typing,
    presence,
  }: {
    message: ChatTypes['message']
    conversation: ChatTypes['conversation']
    typing: ReturnType<typeof addTyping>
    presence: ReturnType<typeof addPresence>
  },
) {
  builder.subscriptionFields((t) => {
    const conversationId = t.arg.id({
      required: false,
      description: 'Returns the events of this conversation alone, until it ends.',
    })
    return {
      messageReceived: t.field({
        type: message,
        description: 'Messages that the caller receives.',
        args: { conversationId },
        subscribe: (_, args, context) => eventsWithin(context, args, (item) => item.message),
        resolve: renewed,
      }),
      matchFound: t.field({
        type: conversation,
        description: 'Conversations that the search of the caller finds.',
        subscribe: (_, __, context) => eventsOf(context, { pick: (item) => item.conversation }),
        resolve: renewed,
      }),
      typingChanged: t.field({
        type: typing,
        description: 'Typing indicators of the members whom the caller talks with.',
        args: { conversationId },
        subscribe: (_, args, context) => eventsWithin(context, args, (item) => item.typing),
        resolve: renewed,
      }),
      presenceChanged: t.field({
        type: presence,
        description: 'Members whom the caller talks with go online or offline.',
        subscribe: (_, __, context) => eventsOf(context, { pick: presenceOf }),
        resolve: renewed,
      }),
    }
  })
}
