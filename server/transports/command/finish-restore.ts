import { endAllSessions } from '#server/domains/accounts/index.ts'
import { checkOrdersAgain } from '#server/domains/billing/index.ts'
import { createBanSignals } from '#server/domains/moderation/index.ts'
import { repeatErasures } from '#server/domains/privacy/index.ts'
import { BackupError } from '#server/platform/backup/index.ts'
import type { Config } from '#server/platform/config/config.ts'
import { databaseTime, openDatabase } from '#server/platform/postgres/index.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { createTombstones, readTombstones } from '#server/platform/tombstones/index.ts'

/** A change is entered in the list before its commit, so one that the backup does not contain may be older than it. */
const MARGIN = 60 * 60_000
/** Statements on whole tables take longer than those of a server, in milliseconds. */
const STATEMENT_TIMEOUT = 6 * 60 * 60_000

export interface FinishOptions {
  url: string
  config: Config
  secretKey: string
  /** The time of the data. */
  since: Date
  print(line: string): void
}

/**
 * Does what a restored database needs before a server uses it: ends all sessions, makes orders due, and repeats what
 * members did to their accounts since then. Idempotent. @throws BackupError when an account could not be erased
 */
export async function finishRestore({ url, config, secretKey, since, print }: FinishOptions): Promise<void> {
  const database = await openDatabase({ url, poolSize: 2, statementTimeout: STATEMENT_TIMEOUT })
  try {
    const { pool } = database
    const sessions = await endAllSessions(pool)
    const orders = await checkOrdersAgain(pool)
    print(`Sessions ended: ${sessions}. Orders to check with their providers: ${orders}.`)
    const list = config.tombstones
      ? await readTombstones(config.tombstones, new Date(since.getTime() - MARGIN))
      : null
    const now = await databaseTime(pool)
    const signals = await createBanSignals(
      { database, secrets: createSecretBox(secretKey), clock: { now: () => now } },
      config.defences,
    )
    const failures: unknown[] = []
    const onError = (error: unknown) => void failures.push(error)
    const { closed, reopened, erased } = await repeatErasures(
      { pool, now, shouldContinue: () => true, onError },
      { ...signals, tombstones: await createTombstones(config.tombstones) },
      list?.entries ?? [],
    )
    if (failures.length > 0)
      throw new BackupError(
        `${failures.length} accounts could not be erased again. The first error: ${String(failures[0])}. Run the restore again.`,
      )
    print(
      list
        ? `Repeated from the list of deletions: ${closed} closed, ${reopened} reopened and ${erased} erased accounts.`
        : 'There is no list of deletions (TOMBSTONES): those that were requested after the backup were not repeated.',
    )
    if (list && list.unreadable > 0)
      print(`${list.unreadable} lines of the list of deletions are unreadable.`)
  } finally {
    await database[Symbol.asyncDispose]()
  }
}
