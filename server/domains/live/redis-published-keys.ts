import type { RedisCommands } from '#server/platform/redis/index.ts'
import { type EventLog, type Once, RETENTION } from './event-log.ts'
import type { Bucket, Buckets } from './redis-buckets.ts'

/** Keys are remembered in sets by the minute in which their events happened, which expire as a whole. */
const SET_MILLISECONDS = 60_000
/** Longer than the log keeps entries: a checkpoint may be that old, and looks begin before it. In milliseconds. */
export const KEYS_KEPT = RETENTION.milliseconds + 2 * SET_MILLISECONDS
/** Sets that ended so many minutes before the checkpoint are dropped early. */
const DROPPED_SETS = [3, 4, 5, 6]

const minuteOf = (time: number) => Math.floor(time / SET_MILLISECONDS)

/** Returns the Redis key of the set with the keys of the events of the same minute that the bucket has. */
export const publishedKeyOf = ({ prefix }: Bucket, time: number) => `${prefix}told:${minuteOf(time)}`

/**
 * Returns the Redis key of the set with the keys of the events of the same minute that every recipient's bucket has. With
 * one bucket this is the set above. In a cluster the recipients of an event are in several buckets, which one script
 * cannot reach.
 */
export const completedKeyOf = (buckets: Buckets, { key, time }: Once) => {
  const bucket = buckets.of(key)
  return bucket.slot === null ? publishedKeyOf(bucket, time) : `${bucket.prefix}done:${minuteOf(time)}`
}

/** Finds events that no node published, and shares the progress among the nodes. */
export function createPublishedKeys({ redis, buckets }: { redis: RedisCommands; buckets: Buckets }) {
  const progressKey = `${buckets.all[0]?.prefix}repair`
  const setOf = (once: Once) => completedKeyOf(buckets, once)

  return {
    async undelivered(happened) {
      const bySet = [...Map.groupBy(happened, setOf)]
      const found = await Promise.all(
        bySet.map(([set, members]) => redis.smismember(set, ...members.map(({ key }) => key))),
      )
      return bySet.flatMap(([, members], set) => members.filter((_, index) => found[set]?.[index] !== 1))
    },
    async readProgress() {
      const [checkpoint, since, last] = await redis.hmget(progressKey, 'checkpoint', 'since', 'last')
      if (!checkpoint || !since || !last) return null
      return { checkpoint: Number(checkpoint), since: Number(since), last: Number(last) }
    },
    async writeProgress(progress) {
      const minutes = DROPPED_SETS.map((ago) => minuteOf(progress.checkpoint) - ago)
      await Promise.all([
        redis.hset(progressKey, { ...progress }),
        ...buckets.all.map((bucket) => redis.unlink(...setsOf(bucket, minutes))),
      ])
    },
    async claimRepair(milliseconds) {
      return (await redis.set(`${progressKey}:claim`, '1', 'PX', milliseconds, 'NX')) === 'OK'
    },
  } satisfies Partial<EventLog>
}

const setsOf = ({ prefix, slot }: Bucket, minutes: readonly number[]) =>
  minutes.flatMap((minute) => [
    `${prefix}told:${minute}`,
    ...(slot === null ? [] : [`${prefix}done:${minute}`]),
  ])
