import DataLoader from 'dataloader'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import type { Bucket } from './redis-buckets.ts'

/** A place in a log: an event id, and its time in milliseconds. */
interface Position {
  id: string
  time: number
}

interface Missed {
  /** Encoded entries, the oldest first. */
  entries: readonly string[]
  isComplete: boolean
}

interface KeysOf {
  logOf(bucket: Bucket, userId: string): string
  epochOf(bucket: Bucket): string
}

/** Logs per command. Redis does nothing else while it reads them, and a log may have a thousand entries. */
const MAX_CURSORS = 64
const MAX_REPLAYS = 16

/**
 * Reads the logs of streams that open together, such as after a restart, with one command: each command reads the epoch,
 * which costs Redis more than a log.
 */
export function createLogReads(redis: RedisCommands, { logOf, epochOf }: KeysOf) {
  const createLoaders = (bucket: Bucket) => ({
    cursors: new DataLoader<string, string>(
      (userIds) => {
        const logs = userIds.map((userId) => logOf(bucket, userId))
        return redis.liveCursors(logs.length + 1, epochOf(bucket), ...logs)
      },
      { cache: false, maxBatchSize: MAX_CURSORS },
    ),
    since: new DataLoader<{ userId: string; after: Position }, Missed>(
      async (wanted) => {
        const logs = wanted.map(({ userId }) => logOf(bucket, userId))
        const positions = wanted.flatMap(({ after }) => [after.id, after.time])
        const found = await redis.liveSince(logs.length + 1, epochOf(bucket), ...logs, ...positions)
        return found.map(([entries, complete]) => ({ entries, isComplete: complete === 1 }))
      },
      { cache: false, maxBatchSize: MAX_REPLAYS },
    ),
  })
  const loaders = new Map<Bucket, ReturnType<typeof createLoaders>>()

  function loadersOf(bucket: Bucket) {
    const known = loaders.get(bucket)
    if (known) return known
    const created = createLoaders(bucket)
    loaders.set(bucket, created)
    return created
  }

  return {
    /** Returns the id of a member's last entry, or a moment before now. */
    cursor: (bucket: Bucket, userId: string): Promise<string> => loadersOf(bucket).cursors.load(userId),
    /** Returns a member's entries after a position. */
    since: (bucket: Bucket, userId: string, after: Position): Promise<Missed> =>
      loadersOf(bucket).since.load({ userId, after }),
  }
}
