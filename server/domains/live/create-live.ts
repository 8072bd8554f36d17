import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { catchUp } from './catch-up.ts'
import { Connection } from './connection.ts'
import { deliver, END_PERSON, END_SESSIONS } from './deliver.ts'
import { withTraceparent } from './entries.ts'
import type { Live, LiveDeps, Revalidate } from './live.ts'
import { createStreams } from './streams.ts'
import { createTopics } from './topics.ts'

/** Limits the devices and browsers of a member. The tabs of a browser share one stream. A new stream ends the oldest. */
const MAX_STREAMS_PER_PERSON = 12

export function createLive({
  log,
  onError,
  maxStreamsPerPerson = MAX_STREAMS_PER_PERSON,
  tracing = NO_TRACING,
}: LiveDeps): Live {
  const streams = createStreams({ log, maxPerPerson: maxStreamsPerPerson, onError })
  const topics = createTopics(log)
  const revalidate: Revalidate = async () => 'here'
  const delivery = { streams, revalidate, tracing }
  let complete: () => Promise<void> = async () => undefined
  log.listen((channel, entry) => {
    if (!topics.deliver(channel, entry)) deliver(delivery, channel, entry)
  })

  return {
    async publish(userIds, { event, data }, { transient = false, once } = {}) {
      const json = JSON.stringify(data)
      const name = withTraceparent(event, tracing.header())
      await (transient ? log.pass(userIds, name, json) : log.append(userIds, name, json, once))
    },

    async connect(userId, { after, sessionKey }, sink) {
      const connection = new Connection(userId, sessionKey, sink, streams.remove)
      streams.add(connection)
      try {
        await log.subscribe(userId)
        if (after !== null) await complete().catch(onError)
        await catchUp(log, connection, after)
      } catch (error) {
        streams.remove(connection)
        throw error
      }
      return connection
    },

    endSessions: (userId, sessionKeys) =>
      log.pass([userId], END_SESSIONS, JSON.stringify(sessionKeys), { resyncOnFailure: true }),
    endPerson: (userId) => log.pass([userId], END_PERSON, '{}', { resyncOnFailure: true }),
    openSessions: () => streams.sessions(),
    revalidateWith(given) {
      delivery.revalidate = given
    },
    topics,
    repair: log,
    completeReplaysWith(given) {
      complete = given
    },

    async [Symbol.asyncDispose]() {
      streams.clear()
      await log[Symbol.asyncDispose]()
    },
  }
}
