import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createRepeatingJob, type RepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { dropStatementNames } from '#server/platform/postgres/index.ts'
import { databaseTime } from '../database-time.ts'
import { dropExpired } from './drop-partitions.ts'
import { extendPartitions } from './extend-partitions.ts'

const EVERY = 60 * 60_000
/**
 * How long a step waits for a lock, in milliseconds: statements of members queue up behind it. It is shorter than PostgreSQL's
 * `deadlock_timeout`, so a step gives way before PostgreSQL ends a statement of a member.
 */
const LOCK_TIMEOUT = 500
const PAUSE = 1_000
const TRIES = 60

/** Another node that takes a step now takes the following ones as well. */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('message_partitions')) AS mine`

type Step = (client: pg.Client) => Promise<boolean>

/** Creates the partitions of the months ahead, and drops those whose retention has ended. Nodes may run it at the same time. */
export function createPartitionJob(
  { database: { pool }, metrics, failures }: Pick<Platform, 'database' | 'metrics' | 'failures'>,
  /** How long messages are kept; null for ever. */
  retentionMonths: number | null,
  /** Returns the time in milliseconds. By default that of the database: a node with a wrong clock must drop nothing. */
  timeOf: (client: pg.ClientBase) => Promise<number> = databaseTime,
): RepeatingJob {
  const stopping = new AbortController()

  async function run() {
    await withConnection(pool, stopping.signal, async (client) => {
      const now = await timeOf(client)
      await takeSteps(client, (step) => extendPartitions(step, now))
      if (retentionMonths !== null) await takeSteps(client, (step) => dropExpired(step, now, retentionMonths))
    })
  }

  async function takeSteps(client: pg.Client, step: Step) {
    while (!stopping.signal.aborted && (await takeStep(client, step, stopping.signal)));
  }

  /** Stopping makes the current run fail. This failure is not logged. */
  const whileRunning = (part: string) => (error: unknown) => {
    if (!stopping.signal.aborted) failures.of(part)(error)
  }
  const job = createRepeatingJob(
    { metrics, failures: { of: whileRunning } },
    { name: 'message_partitions', every: EVERY, run },
  )
  return {
    ...job,
    start() {
      void job.run()
      job.start()
    },
    async stop() {
      stopping.abort()
      await job.stop()
    },
  }
}

/** Takes a step in a transaction, again and again while other transactions hold its locks. */
async function takeStep(client: pg.Client, step: Step, signal: AbortSignal): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('BEGIN')
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
      const { rows } = await client.query<{ mine: boolean }>(TRY_LOCK)
      const isFurther = rows[0]?.mine === true && (await step(client))
      await client.query('COMMIT')
      return isFurther
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      if (!hasToWait(error) || tries >= TRIES) throw error
    }
    await delay(PAUSE, null, { signal })
  }
}

/** Whether other transactions hold the locks: the timeout of locks, or a deadlock. */
const hasToWait = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

/** Opens a connection outside the pool, which ends statements as long as the check of a large table. */
async function withConnection(
  { options }: Pick<pg.Pool, 'options'>,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<void>,
) {
  const client = new pg.Client({ connectionString: options.connectionString })
  // A pooler may give it a connection on which an earlier run prepared the name.
  dropStatementNames(client)
  // A broken connection also rejects the pending statement, so its error event needs no handling.
  client.on('error', () => undefined)
  // A client that is ended while it connects never settles `connect()`.
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
  const done = client.connect().then(() => work(client))
  try {
    await Promise.race([done, stopped])
  } finally {
    done.catch(() => undefined)
    await client.end()
  }
}
