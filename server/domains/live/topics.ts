import type { EventLog, LogEntry } from './event-log.ts'
import { RESYNC } from './event-log.ts'

/** Called with the JSON of an event, or with null where events may have been missed. */
export type TopicListener = (data: string | null) => void

/** Events for a group of members, such as changes in the moderation console. They are not kept. */
export interface Topics {
  /** Publishes to all listeners of a topic, on all nodes. */
  publish(topic: string, data: string): Promise<void>
  /** Resolves once every event that is published from then on arrives. The returned function stops listening. */
  listen(topic: string, listener: TopicListener): Promise<() => void>
  /** Takes what arrived from the log. Returns whether it was for a topic. */
  deliver(channel: string, entry: LogEntry): boolean
}

/** No user id begins like this. */
const PREFIX = 'topic:'
const EVENT = 'topic'

export function createTopics(log: Pick<EventLog, 'pass' | 'subscribe' | 'unsubscribe'>): Topics {
  const listeners = new Map<string, Set<TopicListener>>()

  function remove(channel: string, listener: TopicListener) {
    const own = listeners.get(channel)
    if (!own?.delete(listener) || own.size > 0) return
    listeners.delete(channel)
    log.unsubscribe(channel)
  }

  return {
    publish: (topic, data) => log.pass([PREFIX + topic], EVENT, data, { resyncOnFailure: true }),

    async listen(topic, listener) {
      const channel = PREFIX + topic
      const own = listeners.get(channel) ?? new Set()
      listeners.set(channel, own.add(listener))
      try {
        await log.subscribe(channel)
      } catch (error) {
        remove(channel, listener)
        throw error
      }
      return () => remove(channel, listener)
    },

    deliver(channel, { event, data }) {
      if (!channel.startsWith(PREFIX)) return false
      const published = event === RESYNC.event ? null : data
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(published)
      return true
    },
  }
}
