import type { PoolerMode } from '#server/platform/postgres/index.ts'
import { databaseAddress } from '#server/platform/stores/database-problem.ts'
import { type Check, type CheckResult, result } from '../check.ts'
import { inspected, isSameDatabase } from './inspected.ts'

/** Says whether DATABASE_URL leads to a pooler, and whether migrations have an address without it. */
export const checkPooler: Check = async ({ config: { databaseUrl, database } }) => {
  const { directUrl, pooler } = database
  const main = databaseUrl ? await inspected(databaseUrl, 'DATABASE_URL') : null
  // The row of the database says why it cannot be reached.
  if (!databaseUrl || main === null || typeof main === 'string') return []
  const rows = [poolerOf(main.isPooled, pooler)]
  if (!directUrl || directUrl === databaseUrl)
    return main.isPooled
      ? [
          ...rows,
          result('warning', 'direct address', 'set DATABASE_DIRECT_URL: migrations cannot use a pooler'),
        ]
      : rows
  const direct = await inspected(directUrl, 'DATABASE_DIRECT_URL')
  if (typeof direct === 'string') return [...rows, result('failed', 'direct address', direct)]
  const address = databaseAddress(directUrl)
  if (direct.isPooled)
    return [
      ...rows,
      result('failed', 'direct address', `DATABASE_DIRECT_URL (${address}) leads to a pooler too`),
    ]
  return [
    ...rows,
    direct.isStandby || !isSameDatabase(main, direct)
      ? result('failed', 'direct address', `${address} is not the database of DATABASE_URL`)
      : result('ok', 'direct address', `${address} leads to PostgreSQL itself`),
  ]
}

function poolerOf(isPooled: boolean, mode: PoolerMode): CheckResult {
  if (!isPooled) return result('ok', 'pooler', 'DATABASE_URL leads to PostgreSQL itself')
  return mode === 'off'
    ? result(
        'warning',
        'pooler',
        'a pooler answers, and DATABASE_POOLER is off: it must keep prepared statements (max_prepared_statements)',
      )
    : result('ok', 'pooler', 'a pooler answers; statements are sent without names')
}
