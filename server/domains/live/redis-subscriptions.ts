import type { Redis } from 'ioredis'
import { type LogEntry, RESYNC } from './event-log.ts'
import { createGatheredChannels } from './redis-channels.ts'

export interface Subscriptions {
  /** Sets the listener for all subscriptions. Call once, before the first subscription. */
  listen(listener: (userId: string, entry: LogEntry) => void): void
  /** Resolves once every entry that is published from then on arrives. */
  subscribe(userId: string): Promise<void>
  unsubscribe(userId: string): void
  close(): void
}

/** Subscribes to the members' channels. After each reconnection the listener gets `resync` for every member. */
export function createSubscriptions({
  subscriber,
  channelPrefix,
  decode,
}: {
  subscriber: Redis
  channelPrefix: string
  decode(text: string): LogEntry
}): Subscriptions {
  let listener: (userId: string, entry: LogEntry) => void = () => undefined
  const subscribed = new Set<string>()
  const skip = channelPrefix.length
  const gathered = createGatheredChannels((channels) => subscriber.subscribe(...channels))

  const onMessage = (channel: string, text: string) => listener(channel.slice(skip), decode(text))
  let connected = subscriber.status === 'ready'
  // Entries may have been published while the connection was away.
  const onReady = () => {
    if (connected && subscribed.size > 0) {
      const resyncAll = () => {
        for (const userId of subscribed) listener(userId, RESYNC)
      }
      // If it fails, there is another `ready`.
      subscriber
        .subscribe(...[...subscribed].map((userId) => channelPrefix + userId))
        .then(resyncAll, () => undefined)
    }
    connected = true
  }
  subscriber.on('message', onMessage)
  subscriber.on('ready', onReady)

  return {
    listen(given) {
      listener = given
    },
    subscribe(userId) {
      subscribed.add(userId)
      return gathered.add(channelPrefix + userId)
    },
    unsubscribe(userId) {
      subscribed.delete(userId)
      // A stream of the same member may open again at once. Redis runs the commands in this order.
      gathered.send()
      subscriber.unsubscribe(channelPrefix + userId).catch(() => undefined)
    },
    close() {
      subscriber.off('message', onMessage)
      subscriber.off('ready', onReady)
      subscribed.clear()
    },
  }
}
