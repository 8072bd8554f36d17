import { openDatabase, secretKeyFits } from '#server/platform/postgres/index.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { type Check, result } from '../check.ts'

export const checkSecretKey: Check = async ({ config: { databaseUrl, secretKey } }) => {
  const subject = 'SECRET_KEY'
  if (!secretKey)
    return databaseUrl
      ? [
          result(
            'warning',
            subject,
            'unset: each node makes its own in DATA_DIR, and a second node does not start',
          ),
        ]
      : [result('off', subject, 'unset: local mode keeps one in DATA_DIR')]
  if (!databaseUrl) return [result('ok', subject, 'set')]
  const database = await openDatabase({ url: databaseUrl, poolSize: 1 }).catch(() => null)
  if (!database) return [result('off', subject, 'cannot be compared without the database')]
  try {
    const fits = await secretKeyFits({ pool: database.pool, box: createSecretBox(secretKey) })
    if (fits === null) return [result('ok', subject, 'the database has no secrets yet')]
    return [
      fits
        ? result('ok', subject, 'opens the secrets of the database')
        : result('failed', subject, 'is not the key that this database was used with'),
    ]
  } finally {
    await database[Symbol.asyncDispose]()
  }
}
