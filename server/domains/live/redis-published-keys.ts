import type { Redis } from 'ioredis'
import { type EventLog, type Once, RETENTION } from './event-log.ts'

/** Keys are remembered in sets by the minute in which their events happened, which expire as a whole. */
const SET_MILLISECONDS = 60_000
/** Longer than the log keeps entries: a checkpoint may be that old, and looks begin before it. In milliseconds. */
export const KEYS_KEPT = RETENTION.milliseconds + 2 * SET_MILLISECONDS
/** Sets that ended so many minutes before the checkpoint are dropped early. */
const DROPPED_SETS = [3, 4, 5, 6]

/** Returns the Redis key of the set with the keys of the events that happened in the same minute. */
export const publishedKeyOf = (prefix: string, time: number) =>
  `${prefix}told:${Math.floor(time / SET_MILLISECONDS)}`

/** Finds events that no node published, and shares the progress of the search among the nodes. */
export function createPublishedKeys({ redis, prefix }: { redis: Redis; prefix: string }) {
  const progressKey = `${prefix}repair`
  const setOf = ({ time }: Once) => publishedKeyOf(prefix, time)

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
      const dropped = DROPPED_SETS.map((ago) =>
        publishedKeyOf(prefix, progress.checkpoint - ago * SET_MILLISECONDS),
      )
      await Promise.all([redis.hset(progressKey, { ...progress }), redis.unlink(...dropped)])
    },
    async claimRepair(milliseconds) {
      return (await redis.set(`${progressKey}:claim`, '1', 'PX', milliseconds, 'NX')) === 'OK'
    },
  } satisfies Partial<EventLog>
}
