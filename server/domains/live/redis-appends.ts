import DataLoader from 'dataloader'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import type { Bucket } from './redis-buckets.ts'
import { KEYS_KEPT } from './redis-published-keys.ts'

export interface Append {
  /** Members of the bucket. */
  userIds: readonly string[]
  event: string
  data: string
  /** The set of the bucket that remembers the event's key. Nothing is appended when the set has it. */
  mark: { set: string; key: string } | null
}

interface KeysOf {
  logOf(bucket: Bucket, userId: string): string
  channelOf(bucket: Bucket, userId: string): string
}

/** Entries per command. Redis does nothing else while it runs. */
const MAX_APPENDS = 64

/** Appends the entries of a bucket that come together, such as those of the messages of one commit, with one command. */
export function createAppends(redis: RedisCommands, { logOf, channelOf }: KeysOf) {
  const create = (bucket: Bucket) =>
    new DataLoader<Append, null>(
      async (entries) => {
        const keys = entries.flatMap(({ userIds, mark }) => [
          ...(mark ? [mark.set] : []),
          ...userIds.flatMap((userId) => [logOf(bucket, userId), channelOf(bucket, userId)]),
        ])
        const fields = entries.flatMap(({ userIds, event, data, mark }) => [
          event,
          data,
          mark?.key ?? '',
          userIds.length,
        ])
        await redis.liveAppend(keys.length, ...keys, KEYS_KEPT, ...fields)
        return entries.map(() => null)
      },
      { cache: false, maxBatchSize: MAX_APPENDS },
    )
  const loaders = new Map<Bucket, ReturnType<typeof create>>()

  return {
    /** Resolves once the entry is appended and published. */
    async add(bucket: Bucket, entry: Append): Promise<void> {
      const loader = loaders.get(bucket) ?? create(bucket)
      loaders.set(bucket, loader)
      await loader.load(entry)
    },
  }
}
