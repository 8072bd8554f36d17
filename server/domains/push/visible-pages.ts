import { TIMING } from '#schema/limits.ts'
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

function createMemoryPages(clock: Platform['clock']): VisiblePages {
  const pages = new Map<string, Map<string, number>>()
  const dropLapsed = (now: number) => {
    for (const [userId, own] of pages) {
      for (const [page, until] of own) if (until <= now) own.delete(page)
      if (own.size === 0) pages.delete(userId)
    }
  }
  return {
    async report(userId, { page, visible }) {
      const own = pages.get(userId) ?? new Map<string, number>()
      if (visible) pages.set(userId, own.set(page, clock.now() + TIMING.visiblePage))
      else own.delete(page)
    },
    async watching(userIds) {
      dropLapsed(clock.now())
      return new Set(userIds.filter((userId) => pages.get(userId)?.size))
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
