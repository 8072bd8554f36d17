import type { Redis } from 'ioredis'
import type { ShardConnections } from '#server/platform/redis/index.ts'
import { type LogEntry, RESYNC } from './event-log.ts'
import type { Bucket, Buckets } from './redis-buckets.ts'
import { createGatheredChannels } from './redis-channels.ts'
import type { Subscriptions } from './redis-subscriptions.ts'

/** How often buckets without a subscription are subscribed again, in milliseconds. */
const RETRY_EVERY = 300
/** Channels per command. */
const BATCH = 500

interface Subscribed {
  readonly bucket: Bucket
  readonly members: Set<string>
  /** The connection whose messages count; null while the bucket has no subscription. */
  connection: Redis | null
  attaching: Promise<void> | null
  /** Whether messages may have been missed since the last subscription. */
  hasMissed: boolean
  readonly gathered: ReturnType<typeof createGatheredChannels>
}

const noConnection = () => new Error('Connection is closed: no primary of the cluster has the slot')

/**
 * Subscribes to the members' channels at the primaries that have their slots. When the connection to a primary is lost, or
 * another server takes over, the members of its buckets are subscribed again, and the listener gets `resync` for them.
 */
export function createClusterSubscriptions({
  shards,
  buckets,
  decode,
}: {
  shards: ShardConnections
  buckets: Buckets
  decode(text: string): LogEntry
}): Subscriptions {
  let listener: (userId: string, entry: LogEntry) => void = () => undefined
  const all = new Map(buckets.all.map((bucket) => [bucket, createSubscribed(bucket)]))
  const byPrefix = new Map([...all.values()].map((one) => [channelOf(one, ''), one]))
  const ofMember = (userId: string) => {
    const found = all.get(buckets.of(userId))
    if (!found) throw new Error('each member has a bucket')
    return found
  }

  const attach = (one: Subscribed) => {
    one.attaching ??= subscribeAll(shards, one)
      .then(() => {
        if (!one.hasMissed) return
        one.hasMissed = false
        for (const userId of [...one.members]) listener(userId, RESYNC)
      })
      .finally(() => {
        one.attaching = null
      })
    return one.attaching
  }
  const attachMissing = () => {
    const missing = [...all.values()].filter(({ connection, members }) => !connection && members.size > 0)
    for (const one of missing) attach(one).catch(() => undefined)
    return missing.length > 0
  }

  const listeners = {
    message(connection: Redis, channel: string, text: string) {
      const end = channel.indexOf(':', channel.indexOf('}:to:') + 2) + 1
      const one = byPrefix.get(channel.slice(0, end))
      if (one?.connection === connection) listener(channel.slice(end), decode(text))
    },
    change(lost: Redis | null) {
      for (const one of all.values()) if (hasLost(shards, one, lost)) detach(one)
      attachMissing()
    },
  }
  shards.on(listeners)
  const timer = setInterval(() => {
    if (attachMissing()) shards.refresh()
  }, RETRY_EVERY)
  timer.unref()

  return {
    listen(given) {
      listener = given
    },
    async subscribe(userId) {
      const one = ofMember(userId)
      one.members.add(userId)
      if (one.connection) await one.gathered.add(channelOf(one, userId))
      else await attach(one)
    },
    unsubscribe(userId) {
      const one = ofMember(userId)
      one.members.delete(userId)
      // A stream of the same member may open again at once. Redis runs the commands in this order.
      one.gathered.send()
      one.connection?.sunsubscribe(channelOf(one, userId)).catch(() => undefined)
    },
    close() {
      clearInterval(timer)
      shards.off(listeners)
      for (const one of all.values()) one.members.clear()
    },
  }
}

const channelOf = ({ bucket }: Pick<Subscribed, 'bucket'>, userId: string) => `${bucket.prefix}to:${userId}`

function createSubscribed(bucket: Bucket): Subscribed {
  const one: Subscribed = {
    bucket,
    members: new Set(),
    connection: null,
    attaching: null,
    hasMissed: false,
    gathered: createGatheredChannels(async (channels) => {
      const { connection } = one
      if (!connection) throw noConnection()
      await connection.ssubscribe(...channels)
    }),
  }
  return one
}

function detach(one: Subscribed) {
  one.connection = null
  one.hasMissed = true
}

/** Returns whether the connection of a bucket was lost, or another primary has its slot now. */
function hasLost(shards: ShardConnections, { bucket, connection }: Subscribed, lost: Redis | null): boolean {
  if (!connection || connection === lost) return connection !== null
  const current = shards.of(bucket.slot ?? 0)
  return current !== null && current !== connection
}

/** Subscribes all members of a bucket at the primary that has its slot. */
async function subscribeAll(shards: ShardConnections, one: Subscribed) {
  const connection = shards.of(one.bucket.slot ?? 0)
  if (!connection) throw noConnection()
  // Messages count from the first subscription on.
  one.connection = connection
  const channels = [...one.members].map((userId) => channelOf(one, userId))
  try {
    for (let start = 0; start < channels.length; start += BATCH)
      await connection.ssubscribe(...channels.slice(start, start + BATCH))
  } catch (error) {
    if (one.connection === connection) detach(one)
    throw error
  }
  if (one.connection !== connection) throw noConnection()
}
