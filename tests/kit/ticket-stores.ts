import { Redis } from 'ioredis'
import { inject } from 'vitest'
import {
  createMemoryTicketStore,
  createRedisTicketStore,
  type TicketStore,
} from '#server/domains/matching/index.ts'
import type { Clock } from '#server/platform/clock.ts'

export interface StoreKind {
  name: string
  /** Null without Redis. */
  open(clock: Clock): Promise<{ store: TicketStore; close(): Promise<void> } | null>
}

/** Both stores: one suite runs on either. */
export const TICKET_STORES: readonly StoreKind[] = [
  {
    name: 'memory',
    open: async (clock) => ({ store: createMemoryTicketStore({ clock }), close: async () => {} }),
  },
  {
    name: 'Redis',
    async open() {
      const url = inject('redisUrl')
      if (!url) return null
      const redis = new Redis(url)
      const prefix = `match-${crypto.randomUUID()}:`
      return {
        store: createRedisTicketStore({ redis, prefix }),
        async close() {
          const keys = await redis.keys(`${prefix}*`)
          if (keys.length > 0) await redis.del(keys)
          redis.disconnect()
        },
      }
    },
  },
]
