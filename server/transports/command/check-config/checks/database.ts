import { join } from 'node:path'
import { type DatabaseFacts, inspectDatabase, MigrationError } from '#server/platform/postgres/index.ts'
import { databaseAddress, databaseProblem } from '#server/platform/stores/database-problem.ts'
import { type Check, type CheckResult, result } from '../check.ts'

/** Older versions lack what the server's statements use. */
const OLDEST_VERSION = 15
/** The connections of a worker's pool. A node without workers has one pool. */
const POOL_SIZE = 20
/** The connections of migrations and commands beside the server. */
const FURTHER_CONNECTIONS = 5
/** The server corrects its clock, so only certificates and logs suffer from a greater difference. In milliseconds. */
const MAX_CLOCK_DIFFERENCE = 2_000

export const checkDatabase: Check = async ({ config: { databaseUrl, workers }, directory }) => {
  if (!databaseUrl)
    return [
      result('off', 'database', 'DATABASE_URL is unset: the server runs its own PostgreSQL (local mode)'),
    ]
  try {
    const facts = await inspectDatabase(databaseUrl, join(directory, 'prisma/migrations'))
    return [
      ...resultsOf(facts, databaseAddress(databaseUrl)),
      connectionsOf(facts, workers),
      migrationsOf(facts),
    ]
  } catch (error) {
    const problem = databaseProblem(error, databaseUrl)?.sentence
    if (!problem && !(error instanceof MigrationError)) throw error
    const message = problem ?? (error instanceof Error ? error.message : '')
    return [result('failed', problem ? 'database' : 'migrations', message)]
  }
}

function connectionsOf({ maxConnections }: DatabaseFacts, workers: number): CheckResult {
  const pools = POOL_SIZE * workers
  const needed = pools + FURTHER_CONNECTIONS
  return maxConnections >= needed
    ? result('ok', 'connections', `${maxConnections} allowed; this node uses up to ${pools}`)
    : result('failed', 'connections', `${maxConnections} allowed, and this node needs up to ${needed}`)
}

function resultsOf(facts: DatabaseFacts, address: string): CheckResult[] {
  const { version, majorVersion, canCreateTables, hasTrigrams } = facts
  const { clockDifference, pendingMigrations } = facts
  return [
    majorVersion >= OLDEST_VERSION
      ? result('ok', 'database', `PostgreSQL ${version} at ${address}`)
      : result('failed', 'database', `PostgreSQL ${version} at ${address} is older than ${OLDEST_VERSION}`),
    canCreateTables
      ? result('ok', 'database rights', 'the user may create tables')
      : result(
          'failed',
          'database rights',
          'the user may not create tables in the schema public, which migrations need',
        ),
    hasTrigrams || pendingMigrations.length > 0
      ? result('ok', 'pg_trgm', hasTrigrams ? 'installed' : 'the migrations create it if the user may')
      : result('warning', 'pg_trgm', 'not installed: searches in the console read whole tables'),
    Math.abs(clockDifference) <= MAX_CLOCK_DIFFERENCE
      ? result('ok', 'clock', `differs from the database by ${Math.abs(clockDifference)} ms`)
      : result(
          'warning',
          'clock',
          `differs from the database by ${Math.abs(clockDifference)} ms: use NTP on both machines`,
        ),
  ]
}

const migrationsOf = ({ pendingMigrations: pending }: DatabaseFacts) =>
  pending.length === 0
    ? result('ok', 'migrations', 'all are applied')
    : result('warning', 'migrations', `${pending.length} pending; the next start applies them`)
