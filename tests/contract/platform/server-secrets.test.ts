import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SecretKeyMismatch, serverSecret } from '#server/platform/postgres/index.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { createTestDatabase } from '#tests/kit/database.ts'

describe('keys that all nodes share', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let pool: pg.Pool
  const box = createSecretBox('k'.repeat(32))
  const storedValue = async (name: string) => {
    const { rows } = await pool.query<{ value: Buffer }>('SELECT value FROM server_secret WHERE name = $1', [
      name,
    ])
    return rows[0]?.value ?? Buffer.alloc(0)
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool({ connectionString: database.url })
  })
  afterAll(async () => {
    await pool.end()
    await database[Symbol.asyncDispose]()
  })

  it('match on all nodes that start simultaneously, and are stored encrypted', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => serverSecret({ pool, box }, 'one')))
    for (const key of keys) expect(key).toEqual(keys[0])
    expect((await storedValue('one')).includes(keys[0] ?? Buffer.alloc(1))).toBe(false)
  })

  it('stay the same when an earlier version stored them readable, and are encrypted at the first use', async () => {
    const old = randomBytes(32)
    await pool.query('INSERT INTO server_secret (name, value) VALUES ($1, $2)', ['old', old])
    expect(await serverSecret({ pool, box }, 'old')).toEqual(old)
    expect((await storedValue('old')).includes(old)).toBe(false)
    expect(await serverSecret({ pool, box }, 'old')).toEqual(old)
  })

  it('cannot be opened with another SECRET_KEY, or under another name', async () => {
    await serverSecret({ pool, box }, 'mine')
    const other = createSecretBox('l'.repeat(32))
    await expect(serverSecret({ pool, box: other }, 'mine')).rejects.toThrow(SecretKeyMismatch)
    await pool.query('INSERT INTO server_secret (name, value) VALUES ($1, $2)', [
      'moved',
      await storedValue('mine'),
    ])
    await expect(serverSecret({ pool, box }, 'moved')).rejects.toThrow(SecretKeyMismatch)
  })
})
