import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { createRedelivery, type Redelivery } from '#server/domains/chat/redelivery.ts'
import type { Live, Once, RepairProgress } from '#server/domains/live/index.ts'
import type { Rows } from './rows.ts'
import { testPlatform } from './test-platform.ts'

/** The fields of a published event that tests compare. */
export interface Published {
  recipients: readonly string[]
  event: Parameters<Live['publish']>[1]
  once: Once | undefined
}

export interface TestRedelivery {
  readonly redelivery: Redelivery
  readonly published: Published[]
  readonly errors: unknown[]
  /** The duration of each claimed run. */
  readonly claims: number[]
  /** The names of the statements that were sent, in turn. */
  readonly statements: string[]
  /** The time of the database, the stored progress, and the milliseconds since the node started. */
  readonly state: {
    now: number
    elapsed: number
    progress: RepairProgress | null
    isClaimed: boolean
    /** Awaited and returned as the stored progress, in place of `progress`. */
    reading: (() => Promise<RepairProgress | null>) | null
    /** The keys of messages that were published before. */
    told: Set<string>
  }
  /** Stores a message that no node has published. Returns its id. */
  store(conversationId: string, senderId: string, time: number): Promise<string>
}

/** Redelivery on a real database whose clock the test sets, and a log whose answers the test sets. */
export function openRedelivery({ database }: Rows, now: number): TestRedelivery {
  const statements: string[] = []
  const published: Published[] = []
  const errors: unknown[] = []
  const claims: number[] = []
  const state: TestRedelivery['state'] = {
    now,
    elapsed: 0,
    progress: null,
    isClaimed: true,
    reading: null,
    told: new Set(),
  }
  const context: Parameters<typeof createRedelivery>[0] = {
    pool: withClock(database.pool, statements, () => state.now),
    live: {
      async publish(recipients, event, options) {
        published.push({ recipients, event, once: options?.once })
      },
      repair: {
        async claimRepair(milliseconds) {
          claims.push(milliseconds)
          return state.isClaimed
        },
        readProgress: async () => (state.reading ? state.reading() : state.progress),
        async writeProgress(next) {
          state.progress = next
        },
        undelivered: async (messages) => messages.filter(({ key }) => !state.told.has(key)),
      },
    },
    metrics: testPlatform().metrics,
    onError: (error) => errors.push(error),
  }
  const redelivery = createRedelivery(context, () => state.elapsed)
  return {
    redelivery,
    published,
    errors,
    claims,
    statements,
    state,
    async store(conversationId, senderId, time) {
      const id = uuidv7({ msecs: time })
      await database.prisma.message.create({
        data: { id, conversationId, senderId, body: `Said at ${time}`, time: new Date(time) },
      })
      return id
    },
  }
}

/** The same pool, which records the names of its statements and takes the time of the database from the test. */
function withClock(pool: Pool, statements: string[], now: () => number): Pool {
  const query = async (...input: unknown[]) => {
    const [statement] = input
    const name = statement && typeof statement === 'object' && 'name' in statement ? statement.name : null
    statements.push(String(name))
    if (name === 'database-time') return { rows: [{ now: String(now()) }] }
    return Reflect.apply(pool.query, pool, input)
  }
  return new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}
