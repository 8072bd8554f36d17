import { Repeater } from '@repeaterjs/repeater'
import * as z from 'zod'
import { entryOf } from '#server/domains/live/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { validate } from '#server/platform/validate.ts'
import { createBoundedPush } from '#server/transports/graphql/bounded-push.ts'
import { type Builder, type GraphqlContext, memberOf } from '#server/transports/graphql/builder.ts'
import type { ChatTypes } from './chat.ts'
import {
  addLiveTypes,
  itemOf,
  type LiveItem,
  type LiveParts,
  type LiveTypes,
  type PresenceChange,
} from './live-types.ts'

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
export function addLive(builder: Builder, chat: LiveParts) {
  const { event, ...types } = addLiveTypes(builder, chat)
  builder.subscriptionType({
    description: 'Events as they happen, over graphql-ws or server-sent events.',
    authScopes: { member: true },
  })
  addAllEvents(builder, event)
  addLiveSubscriptions(builder, chat, types)
}

function addAllEvents(builder: Builder, event: LiveTypes['event']) {
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
  { message, conversation }: ChatTypes,
  { typing, presence }: Omit<LiveTypes, 'event'>,
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
