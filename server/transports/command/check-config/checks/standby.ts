import { measureReplay } from '#server/platform/postgres/index.ts'
import { databaseAddress } from '#server/platform/stores/database-problem.ts'
import { type Check, result } from '../check.ts'
import { inspected, isSameDatabase } from './inspected.ts'

/** How long the check waits for a standby that is behind, in milliseconds. */
const TIMEOUT = 3_000
/** A standby that is further behind gets no reads, in milliseconds. */
const MAX_DELAY = 100

export const checkStandby: Check = async ({ config: { databaseUrl, database } }) => {
  const subject = 'standby'
  const { replicaUrl } = database
  if (!replicaUrl)
    return [result('off', subject, 'DATABASE_REPLICA_URL is unset: all reads run on the primary')]
  if (!databaseUrl) return [result('failed', subject, 'DATABASE_REPLICA_URL needs DATABASE_URL, its primary')]
  const standby = await inspected(replicaUrl, 'DATABASE_REPLICA_URL')
  if (typeof standby === 'string') return [result('failed', subject, standby)]
  const address = databaseAddress(replicaUrl)
  if (!standby.isStandby)
    return [result('failed', subject, `${address} is no standby: it is a primary, or was promoted`)]
  const primary = await inspected(databaseUrl, 'DATABASE_URL')
  if (typeof primary === 'string')
    return [result('warning', subject, `${address} is a standby; it cannot be compared without its primary`)]
  if (!isSameDatabase(primary, standby))
    return [result('failed', subject, `${address} is a standby of another database than DATABASE_URL`)]
  const replay = await measureReplay(databaseUrl, replicaUrl, TIMEOUT)
  if (replay === null || replay > MAX_DELAY)
    return [
      result(
        'warning',
        subject,
        `${address} is ${replay === null ? `more than ${TIMEOUT}` : replay} ms behind: reads run on the primary`,
      ),
    ]
  return [result('ok', subject, `${address} is a standby of this database, ${replay} ms behind`)]
}
