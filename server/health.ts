import type { ServiceHealth } from './transports/static/status-page.ts'

interface HealthSources {
  database: { ping(): Promise<void> }
  redis: { ping(): Promise<void> } | null
  /** Whether members can pay on this server. */
  takesPayments: boolean
  now(): number
}

/** Requests within this time share one check, and a store that takes longer counts as away. In milliseconds. */
const CHECK_EVERY = 5_000
const ANSWER_WITHIN = 2_000

/** Returns the health that the status page shows. Any number of visitors cause one check each five seconds. */
export function createHealth({ database, redis, takesPayments, now }: HealthSources) {
  let latest: { at: number; health: Promise<ServiceHealth> } | null = null

  async function check(at: number): Promise<ServiceHealth> {
    const [hasDatabase, hasRedis] = await Promise.all([
      answers(() => database.ping()),
      redis === null || answers(() => redis.ping()),
    ])
    return { checkedAt: new Date(at), hasDatabase, hasRedis, takesPayments }
  }

  return (): Promise<ServiceHealth> => {
    const at = now()
    if (!latest || at - latest.at >= CHECK_EVERY) latest = { at, health: check(at) }
    return latest.health
  }
}

/** Returns whether a store answers in time. */
async function answers(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ANSWER_WITHIN)
  })
  const isAnswered = ping().then(
    () => true,
    () => false,
  )
  const result = await Promise.race([isAnswered, tooLate])
  clearTimeout(timer)
  return result
}
