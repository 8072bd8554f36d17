import { join } from 'node:path'
import { type DatabaseFacts, inspectDatabase, MigrationError } from '#server/platform/postgres/index.ts'
import { databaseAddress, databaseProblem } from '#server/platform/stores/database-problem.ts'
import { type Check, type CheckResult, result } from '../check.ts'

/** Older versions lack what the server's statements use. */
const OLDEST_VERSION = 15
/** The connections of a server's pool, and some for migrations and commands. */
const CONNECTIONS_OF_A_NODE = 25
/** The server corrects its clock, so only certificates and logs suffer from a greater difference. In milliseconds. */
const MAX_CLOCK_DIFFERENCE = 2_000

export const checkDatabase: Check = async ({ config: { databaseUrl }, directory }) => {
  if (!databaseUrl)
    return [
      result('off', 'database', 'DATABASE_URL is unset: the server runs its own PostgreSQL (local mode)'),
    ]
  try {
    const facts = await inspectDatabase(databaseUrl, join(directory, 'prisma/migrations'))
    return [...resultsOf(facts, databaseAddress(databaseUrl)), migrationsOf(facts)]
  } catch (error) {
    const problem = databaseProblem(error, databaseUrl)?.sentence
    if (!problem && !(error instanceof MigrationError)) throw error
    const message = problem ?? (error instanceof Error ? error.message : '')
    return [result('failed', problem ? 'database' : 'migrations', message)]
  }
}

function resultsOf(facts: DatabaseFacts, address: string): CheckResult[] {
  const { version, majorVersion, canCreateTables, maxConnections, hasTrigrams } = facts
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
    maxConnections >= CONNECTIONS_OF_A_NODE
      ? result('ok', 'connections', `${maxConnections} allowed; a node uses up to 20`)
      : result(
          'failed',
          'connections',
          `${maxConnections} allowed, and a node needs up to ${CONNECTIONS_OF_A_NODE}`,
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
