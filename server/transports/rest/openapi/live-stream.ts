import { type DescribedModel, EXAMPLE } from '#schema/described-model.ts'
import { LIVE_EVENTS, type LiveEventName } from '#schema/events.ts'
import { TIMING } from '#schema/limits.ts'
import { STREAM_PATH } from '#schema/routes.ts'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import { componentRef, type JsonSchema } from './json-schema.ts'
import type { createErrorResponses } from './responses.ts'

const SECOND = 1000

/** What each event means. Its data is the component of its model. */
const EVENT_TEXTS: Record<LiveEventName, string> = {
  ready: 'The first event of a connection, after those that are replayed. Its `id` is where to resume.',
  new_chat_message: 'A message was committed in a conversation of the member, by either side.',
  match_found: 'A conversation was opened with the member.',
  typing_status: 'The partner started or stopped typing. Not replayed.',
  TYPING_EVENT: 'The same as `typing_status`, under a second name.',
  message_receipt:
    'The partner received or read messages of the member, or the member read messages, maybe on another device.',
  conversation_disconnected: 'A conversation ended.',
  USER_ONLINE: 'A partner came online.',
  USER_OFFLINE: 'A partner went offline.',
  notification: 'A notification is new, was renewed or was read.',
  knock: 'A member would like to talk, or their invitation ended. Not sent when it expires.',
  kept: 'Both members asked to keep in touch, or the member changed or let go of someone they keep.',
  search_ring:
    'A partner was found and both must come, or that is over without a chat, or the member changed whether they are rung or cancelled a search that goes on.',
  resync: 'Events were missed that cannot be replayed. Fetch the state again.',
  session_ended: 'The session ended. The stream closes; do not reconnect.',
}

/** The events that are not in the log of a member, so they are not replayed. */
const WITHOUT_ID: readonly LiveEventName[] = ['typing_status', 'TYPING_EVENT', 'resync', 'session_ended']

/** Returns `LiveEvent` and a component for each event: its name, its id and its data. */
export function liveEventSchemas(models: readonly DescribedModel[]): Record<string, JsonSchema> {
  const names = Object.keys(LIVE_EVENTS) as LiveEventName[]
  const events = names.map((name): [string, JsonSchema] => {
    const model = models.find(({ schema }) => schema === LIVE_EVENTS[name])
    if (!model) throw new Error(`the data of the event ${name} is no named model`)
    return [`LiveEvent.${name}`, eventSchema(name, model)]
  })
  return {
    LiveEvent: {
      description: 'One event of the live stream.',
      oneOf: events.map(([id]) => componentRef(id)),
      discriminator: {
        propertyName: 'event',
        mapping: Object.fromEntries(names.map((name) => [name, componentRef(`LiveEvent.${name}`).$ref])),
      },
    },
    ...Object.fromEntries(events),
  }
}

const eventSchema = (name: LiveEventName, model: DescribedModel): JsonSchema => ({
  type: 'object',
  description: EVENT_TEXTS[name],
  properties: {
    event: { const: name, description: 'The `event` field.' },
    ...(!WITHOUT_ID.includes(name) && {
      id: { type: 'string', description: 'The `id` field, to send as `Last-Event-ID`.' },
    }),
    data: { ...componentRef(model.id), description: 'The `data` field, parsed as JSON.' },
  },
  required: ['event', ...(WITHOUT_ID.includes(name) ? [] : ['id']), 'data'],
  examples: [
    { event: name, ...(!WITHOUT_ID.includes(name) && { id: '1774000000000-0' }), data: model.example },
  ],
})

export function liveStreamPath({ forErrors }: ReturnType<typeof createErrorResponses>) {
  const errors = forErrors({
    UNAUTHENTICATED: 'There is no session, or it has ended.',
    SUSPENDED: 'The account is suspended.',
    FORBIDDEN: 'The stream belongs to another member.',
    RATE_LIMITED: 'Too many streams were opened; `Retry-After` says how long to wait.',
    UNAVAILABLE: 'The server has no room for another stream; `Retry-After` says how long to wait.',
    INTERNAL: 'An error of the server.',
  })
  const events = Object.entries(EVENT_TEXTS).map(([name, text]) => `- \`${name}\`: ${text}`)
  const description = `Server-sent events of the member, as in the HTML standard.

Events have an id that grows per member, except for ${WITHOUT_ID.map((name) => `\`${name}\``).join(', ')}, which are not replayed. A client that reconnects with \`Last-Event-ID\` receives what it missed; when that is no longer possible it receives \`resync\` and fetches the state again. A comment line every ${TIMING.streamHeartbeat / SECOND} seconds keeps the connection open, and \`retry: ${TIMING.streamReconnect}\` asks clients to reconnect after ${TIMING.streamReconnect / SECOND} seconds.

Events, each described by the component \`LiveEvent.<name>\`:
${events.join('\n')}

Errors:
${errors.description}`
  return {
    [STREAM_PATH]: {
      get: {
        operationId: 'receiveLiveEvents',
        tags: ['Live stream'],
        summary: 'Receive live events',
        description,
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [
          {
            name: 'userId',
            in: 'path',
            required: true,
            description: 'The id of the caller.',
            schema: { type: 'string', format: 'uuid' },
            example: EXAMPLE.asha,
          },
          {
            name: 'Last-Event-ID',
            in: 'header',
            description:
              'The id of the last event that the client received. Browsers set it when they reconnect.',
            schema: { type: 'string' },
            example: '1774000000000-0',
          },
          {
            name: 'lastEventId',
            in: 'query',
            description: 'The same, for clients that cannot set the header.',
            schema: { type: 'string' },
            example: '1774000000000-0',
          },
          {
            name: STREAM_HEADER,
            in: 'header',
            description:
              'A name for this stream: 16 to 64 letters, digits, `-` or `_`, chosen at random for each connection. A message that is sent with the same header causes no event on this stream. A replay contains it. A malformed value is ignored.',
            schema: { type: 'string' },
            example: EXAMPLE.stream,
          },
        ],
        responses: {
          200: {
            description: 'The stream. Each event parses to a `LiveEvent`.',
            content: {
              'text/event-stream': {
                schema: { type: 'string' },
                'x-event-schema': componentRef('LiveEvent'),
                example: `retry: ${TIMING.streamReconnect}\n\nid: 1774000000000-0\nevent: USER_ONLINE\ndata: {"userId":"${EXAMPLE.ben}"}\n\n`,
              },
            },
          },
          ...errors.responses,
        },
      },
    },
  }
}
