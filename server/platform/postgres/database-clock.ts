import type { Pool } from 'pg'
import { type Clock, systemClock } from '#server/platform/clock.ts'

const MEASURE_EVERY = 60_000

export interface DatabaseClock extends Clock {
  /** Compares the local clock with the database's and corrects the difference. */
  measure(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface DatabaseClockDeps {
  /** Returns the time that all nodes share, in milliseconds since the epoch. */
  reference(): Promise<number>
  onError(error: unknown): void
  local?: Clock
}

/**
 * Creates a clock that follows the shared one, so all nodes agree on the time although their machines do not. The local
 * clock runs between measurements. A failed measurement leaves the last correction in place.
 */
export async function createDatabaseClock(deps: DatabaseClockDeps): Promise<DatabaseClock> {
  const { reference, onError, local = systemClock } = deps
  let correction = 0

  async function measure() {
    const before = local.now()
    const shared = await reference()
    const after = local.now()
    const measured = shared - (before + after) / 2
    // The database read its clock at an unknown moment between the two, so a smaller difference proves nothing.
    const uncertainty = (after - before) / 2 + 1
    if (Math.abs(measured - correction) > uncertainty) correction = Math.round(measured)
  }

  await measure()
  let measuring: Promise<void> | null = null
  const timer = setInterval(() => {
    measuring ??= measure()
      .catch(onError)
      .finally(() => {
        measuring = null
      })
  }, MEASURE_EVERY)
  timer.unref()

  return {
    now: () => local.now() + correction,
    measure,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await measuring
    },
  }
}

/** Returns the database's time in milliseconds since the epoch. */
export async function databaseTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  )
  return rows[0]?.now ?? Number.NaN
}
