import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'

const KEY_BYTES = 32
const PURPOSE = 'server-secret'

/**
 * Returns a random key that all nodes share; the first call creates it. It is stored encrypted, so a copy of the database
 * alone can neither forge proofs of work nor reverse the hashes of ban signals.
 */
export async function serverSecret(
  { pool, box }: { pool: Pool; box: SecretBox },
  name: string,
): Promise<Buffer> {
  const sealed = box.seal(`${PURPOSE}:${name}`, randomBytes(KEY_BYTES))
  await pool.query('INSERT INTO server_secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    sealed,
  ])
  const value = await readSecret(pool, name)
  if (value.length === KEY_BYTES) return sealInPlace({ pool, box }, name, value)
  try {
    return box.open(`${PURPOSE}:${name}`, value)
  } catch {
    throw new SecretKeyMismatch()
  }
}

/** Returns whether the key opens the secrets of the database; null when it has none yet. */
export async function secretKeyFits({ pool, box }: { pool: Pool; box: SecretBox }): Promise<boolean | null> {
  const { rows: tables } = await pool.query("SELECT 1 WHERE to_regclass('server_secret') IS NOT NULL")
  if (tables.length === 0) return null
  const { rows } = await pool.query<{ name: string; value: Buffer }>('SELECT name, value FROM server_secret')
  const sealed = rows.filter(({ value }) => value.length !== KEY_BYTES)
  if (sealed.length === 0) return null
  return sealed.every((secret) => opensServerSecret(box, secret))
}

/** Returns whether the key of the box opens a stored secret. Secrets of versions before 0.2 need no key. */
export function opensServerSecret(box: SecretBox, { name, value }: { name: string; value: Buffer }): boolean {
  if (value.length === KEY_BYTES) return true
  try {
    box.open(`${PURPOSE}:${name}`, value)
    return true
  } catch {
    return false
  }
}

/** SECRET_KEY is not the key that encrypted the secrets in the database. */
export class SecretKeyMismatch extends Error {
  constructor() {
    super(
      'SECRET_KEY does not match this database, which was used with another key before. Start with that key (local mode keeps it in DATA_DIR/secret-key).',
    )
    this.name = 'SecretKeyMismatch'
  }
}

async function readSecret(pool: Pool, name: string): Promise<Buffer> {
  const { rows } = await pool.query<{ value: Buffer }>('SELECT value FROM server_secret WHERE name = $1', [
    name,
  ])
  const [row] = rows
  if (!row) throw new Error(`server_secret has no row ${name}`)
  return row.value
}

/** Encrypts a key that a version before 0.2 stored in plain. The key stays the same, so its hashes remain valid. */
async function sealInPlace(
  { pool, box }: { pool: Pool; box: SecretBox },
  name: string,
  plain: Buffer,
): Promise<Buffer> {
  await pool.query('UPDATE server_secret SET value = $3 WHERE name = $1 AND value = $2', [
    name,
    plain,
    box.seal(`${PURPOSE}:${name}`, plain),
  ])
  return plain
}
