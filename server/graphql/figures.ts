import { setTimeout } from 'node:timers/promises'
import { Repeater } from '@repeaterjs/repeater'
import type { LiveFigures, MinuteFigures } from '../admin/index.ts'
import { type Builder, type GraphqlContext, memberOf } from './builder.ts'

/** How often the live figures are told. */
const FIGURES_EVERY = 2_000

/** What happens now and happened in the last hour, for those who moderate. */
export function addFigures(builder: Builder) {
  const authScopes = { moderator: true }
  const figures = builder.objectRef<LiveFigures>('LiveFigures').implement({
    fields: (t) => ({
      at: t.string({ resolve: ({ at }) => at.toISOString() }),
      online: t.exposeInt('online'),
      waiting: t.exposeInt('waiting'),
      matchesPerMinute: t.exposeInt('matchesPerMinute'),
      messagesPerMinute: t.exposeInt('messagesPerMinute'),
      reportsOpen: t.exposeInt('reportsOpen'),
      appealsOpen: t.exposeInt('appealsOpen'),
    }),
  })
  const minute = builder.objectRef<MinuteFigures>('MinuteFigures').implement({
    fields: (t) => ({
      minute: t.string({ resolve: (one) => one.minute.toISOString() }),
      matches: t.exposeInt('matches'),
      messages: t.exposeInt('messages'),
    }),
  })
  builder.queryFields((t) => ({
    liveFigures: t.field({
      type: figures,
      authScopes,
      resolve: (_, __, { rooms }) => rooms.admin.figures.now(),
    }),
    lastHour: t.field({
      type: [minute],
      authScopes,
      resolve: (_, __, { rooms }) => rooms.admin.figures.lastHour(),
    }),
  }))

  builder.subscriptionFields((t) => ({
    liveFigures: t.field({
      type: figures,
      authScopes,
      subscribe: (_, __, context) => everyFewSeconds(context, () => context.rooms.admin.figures.now()),
      resolve: (now) => now,
    }),
  }))
}

/** Now, and then again and again until nobody listens, or whoever listens may no longer. */
function everyFewSeconds<Value>(context: GraphqlContext, read: () => Promise<Value>): AsyncIterable<Value> {
  const { id, sessionKey } = memberOf(context)
  return new Repeater<Value>(async (push, stop) => {
    const sink = { send: () => undefined, close: () => stop() }
    const connection = await context.live.connect(id, { after: null, sessionKey }, sink)
    try {
      await context.confirm({ userId: id, sessionKey })
      await tellUntil(stop, push, read)
    } finally {
      connection.close()
    }
  })
}

/** @throws what the reading throws */
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
