import { setTimeout } from 'node:timers/promises'
import { Repeater } from '@repeaterjs/repeater'
import type { LiveFigures, MinuteFigures } from '#server/domains/admin/index.ts'
import { type Builder, type GraphqlContext, memberOf } from '#server/transports/graphql/builder.ts'

/** How often the live figures are sent, in milliseconds. */
const FIGURES_EVERY = 2_000

/** What happens now and happened in the last hour, for those who moderate. */
export function addFigures(builder: Builder) {
  const authScopes = { moderator: true }
  const figures = builder.objectRef<LiveFigures>('LiveFigures').implement({
    description: 'What happens on the service now.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'When the figures were read.' }),
      online: t.exposeInt('online', { description: 'The number of members online.' }),
      waiting: t.exposeInt('waiting', { description: 'The number of members who search for a partner.' }),
      matchesPerMinute: t.exposeInt('matchesPerMinute', {
        description: 'The number of matches in the last 60 seconds.',
      }),
      messagesPerMinute: t.exposeInt('messagesPerMinute', {
        description: 'The number of messages in the last 60 seconds.',
      }),
      reportsOpen: t.exposeInt('reportsOpen', { description: 'The number of open reports.' }),
      appealsOpen: t.exposeInt('appealsOpen', { description: 'The number of open appeals.' }),
    }),
  })
  const minute = builder.objectRef<MinuteFigures>('MinuteFigures').implement({
    description: 'What happened in one minute.',
    fields: (t) => ({
      minute: t.expose('minute', { type: 'DateTime', description: 'The start of the minute.' }),
      matches: t.exposeInt('matches', { description: 'The number of matches.' }),
      messages: t.exposeInt('messages', { description: 'The number of messages.' }),
    }),
  })
  builder.queryFields((t) => ({
    liveFigures: t.field({
      type: figures,
      authScopes,
      description: 'What happens on the service now.',
      resolve: (_, __, { domains }) => domains.admin.figures.now(),
    }),
    lastHour: t.field({
      type: [minute],
      authScopes,
      description: 'What happened in each minute of the last hour.',
      resolve: (_, __, { domains }) => domains.admin.figures.lastHour(),
    }),
  }))

  builder.subscriptionFields((t) => ({
    liveFigures: t.field({
      type: figures,
      authScopes,
      description: `What happens on the service, every ${FIGURES_EVERY / 1000} seconds.`,
      subscribe: (_, __, context) => everyFewSeconds(context, () => context.domains.admin.figures.now()),
      resolve: (now) => now,
    }),
  }))
}

/** Yields a value now and then at intervals, until the client leaves or its session ends. */
function everyFewSeconds<Value>(context: GraphqlContext, read: () => Promise<Value>): AsyncIterable<Value> {
  const { id, sessionKey } = memberOf(context)
  return new Repeater<Value>(async (push, stop) => {
    const sink = { send: () => undefined, close: () => stop() }
    const connection = await context.live.connect(id, { after: null, sessionKey }, sink)
    try {
      await context.revalidate({ userId: id, sessionKey })
      await tellUntil(stop, push, read)
    } finally {
      connection.close()
    }
  })
}

/** @throws the error of a `read` that fails */
async function tellUntil<Value>(
  stop: Promise<unknown>,
  push: (value: Value) => Promise<unknown>,
  read: () => Promise<Value>,
) {
  let over = false
  const stopped = stop.then(() => {
    over = true
  })
  while (!over) {
    push(await read()).catch(() => undefined)
    const pause = new AbortController()
    const waited = setTimeout(FIGURES_EVERY, undefined, { signal: pause.signal }).catch(() => undefined)
    await Promise.race([waited, stopped])
    pause.abort()
  }
}
