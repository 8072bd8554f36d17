import { LIMITS, TIMING } from '#schema/limits.ts'
import type { PageVisibility } from '#schema/push.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** The pages that members look at, on any device, as the pages report it. */
export interface VisiblePages {
  report(userId: string, visibility: PageVisibility): Promise<void>
  /** Returns the members who look at a page, as far as the pages have reported. */
  watching(userIds: readonly string[]): Promise<Set<string>>
}

export const createVisiblePages = ({ redis, clock }: Pick<Platform, 'redis' | 'clock'>): VisiblePages =>
  redis ? createRedisPages(redis, clock) : createMemoryPages(clock)

/** Keeps members and their pages in the order of their last reports: what lapses first comes first. */
function createMemoryPages(clock: Platform['clock']): VisiblePages {
  const pages = new Map<string, Map<string, number>>()
  const lapseOf = (userId: string) => [...(pages.get(userId)?.values() ?? [])].at(-1) ?? 0

  function dropLapsed<Key>(entries: Map<Key, unknown>, untilOf: (key: Key) => number) {
    for (const key of entries.keys()) {
      if (untilOf(key) > clock.now()) return
      entries.delete(key)
    }
  }

  return {
    async report(userId, { page, visible }) {
      dropLapsed(pages, lapseOf)
      const own = pages.get(userId) ?? new Map<string, number>()
      own.delete(page)
      if (visible) {
        const [oldest] = own.keys()
        if (own.size >= LIMITS.visiblePages && oldest !== undefined) own.delete(oldest)
        own.set(page, clock.now() + TIMING.visiblePage)
        pages.delete(userId)
        pages.set(userId, own)
      }
      if (own.size === 0) pages.delete(userId)
    },
    async watching(userIds) {
      return new Set(userIds.filter((userId) => lapseOf(userId) > clock.now()))
    },
  }
}

/** Keeps the visible pages of a member in a sorted set, by the time at which the report lapses. */
function createRedisPages(
  { commands, prefixOf }: NonNullable<Platform['redis']>,
  clock: Platform['clock'],
): VisiblePages {
  const keyOf = (userId: string) => `${prefixOf('visible')}${userId}`
  return {
    async report(userId, { page, visible }) {
      const key = keyOf(userId)
      if (!visible) {
        await commands.zrem(key, page)
        return
      }
      const now = clock.now()
      await commands
        .multi()
        .zremrangebyscore(key, '-inf', now)
        .zadd(key, now + TIMING.visiblePage, page)
        .zremrangebyrank(key, 0, -LIMITS.visiblePages - 1)
        .pexpire(key, TIMING.visiblePage)
        .exec()
    },
    async watching(userIds) {
      const now = clock.now()
      const counts = await Promise.all(userIds.map((userId) => commands.zcount(keyOf(userId), now, '+inf')))
      return new Set(userIds.filter((_, index) => Number(counts[index]) > 0))
    },
  }
}
