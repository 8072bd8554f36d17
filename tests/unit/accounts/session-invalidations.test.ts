import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessions, type Sessions } from '#server/domains/accounts/sessions/sessions.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const CALLER = { userAgent: 'Browser/1', ipAddress: '203.0.113.7' }

const rows = useStarted(openRows)
let clock: TestClock
/** The sessions of a node. What is changed with SQL is changed by another node. */
let sessions: Sessions
let errors: unknown[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  clock = createTestClock()
  errors = []
  sessions = createSessions({
    ...testPlatform({ database: rows.database, clock, onFailure: (error) => void errors.push(error) }),
    newAccountHours: 24,
    demoAccounts: false,
    staffTwoFactor: true,
    signupScreening: { deviceHash: () => null },
  })
  sessions.start()
})
afterEach(async () => {
  await sessions.stop()
  vi.useRealTimers()
})

const sql = (text: string, ...values: unknown[]) => rows.database.pool.query(text, values)

/** Reads the changes as the timer does twice a second. */
async function readChanges() {
  clock.advance(500)
  await vi.advanceTimersByTimeAsync(500)
  // The job is under way; stopping waits for it.
  await sessions.stop()
  sessions.start()
}

async function loggedIn() {
  const userId = await rows.member()
  await sql('UPDATE "user" SET created = now() - interval \'2 days\' WHERE id = $1', userId)
  const { token, record } = sessions.mint(CALLER)
  await rows.database.prisma.session.create({ data: { ...record, userId } })
  return { userId, token, id: record.id }
}

/** Returns whether a look-up asked the database. */
async function asksDatabase(token: string): Promise<boolean> {
  const query = vi.spyOn(rows.database.pool, 'query')
  try {
    await sessions.memberOf(token)
    return query.mock.calls.length > 0
  } finally {
    query.mockRestore()
  }
}

describe('a node that reads the changes of the others', () => {
  it('caches a session for a minute', async () => {
    await readChanges()
    const { token } = await loggedIn()
    await readChanges()
    await sessions.memberOf(token)
    for (let half = 0; half < 118; half += 1) await readChanges()
    expect(await asksDatabase(token)).toBe(false)
    clock.advance(1_000)
    expect(await asksDatabase(token)).toBe(true)
  })

  it('caches a session for a second when it has not read them for longer', async () => {
    await readChanges()
    const { token } = await loggedIn()
    await readChanges()
    await sessions.memberOf(token)
    clock.advance(999)
    expect(await asksDatabase(token)).toBe(false)
    clock.advance(2)
    expect(await asksDatabase(token)).toBe(true)
  })

  it.each([
    ['the session is revoked', 'UPDATE session SET revoked_at = now() WHERE user_id = $1', null],
    ['the session is deleted', 'DELETE FROM session WHERE user_id = $1', null],
    ['the account is banned', 'UPDATE "user" SET banned_at = now() WHERE id = $1', { suspended: true }],
    ['the account is closed', 'UPDATE "user" SET active = false WHERE id = $1', { suspended: true }],
    [
      'the account is suspended',
      `UPDATE "user" SET suspended_until = now() + interval '1 day' WHERE id = $1`,
      { suspended: true },
    ],
    [
      'premium is granted',
      `UPDATE "user" SET premium_until = now() + interval '1 day' WHERE id = $1`,
      { premium: true },
    ],
    ['the role changes', `UPDATE "user" SET role = 'MODERATOR' WHERE id = $1`, { role: 'MODERATOR' }],
    ['the address is verified', 'UPDATE "user" SET email_verified = NOT email_verified WHERE id = $1', {}],
    [
      'the display name changes',
      `UPDATE "user" SET display_name = 'Other' WHERE id = $1`,
      { displayName: 'Other' },
    ],
    [
      'the interests change',
      `UPDATE "user" SET interests = '{Chess}' WHERE id = $1`,
      { interests: ['Chess'] },
    ],
  ] as const)('reads a member again when %s elsewhere', async (_, change, expected) => {
    await readChanges()
    const { userId, token } = await loggedIn()
    await readChanges()
    const before = await sessions.memberOf(token)
    expect(before).toMatchObject({ id: userId })
    await sql(change, userId)
    await readChanges()
    expect(await asksDatabase(token)).toBe(true)
    const after = await sessions.memberOf(token)
    if (expected === null) expect(after).toBeNull()
    else expect(after).toMatchObject(expected)
  })

  it('does not read members again because their last use was recorded', async () => {
    await readChanges()
    const { userId, token } = await loggedIn()
    await readChanges()
    await sessions.memberOf(token)
    await sql('UPDATE "user" SET last_seen = now() WHERE id = $1', userId)
    await sql('UPDATE session SET last_used = now() WHERE user_id = $1', userId)
    await readChanges()
    expect(await asksDatabase(token)).toBe(false)
  })

  it('finds a change whose transaction committed after later ones', async () => {
    await readChanges()
    const [slow, quick] = [await loggedIn(), await loggedIn()]
    await readChanges()
    const client = await rows.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('UPDATE session SET revoked_at = now() WHERE user_id = $1', [slow.userId])
      await sql('UPDATE session SET revoked_at = now() WHERE user_id = $1', quick.userId)
      expect(await sessions.memberOf(slow.token)).not.toBeNull()
      await readChanges()
      expect(await asksDatabase(slow.token)).toBe(false)
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    await readChanges()
    expect(await sessions.memberOf(slow.token)).toBeNull()
  })

  it('does not cache what it read while a change arrived', async () => {
    await readChanges()
    const { userId, token } = await loggedIn()
    await readChanges()
    const { pool } = rows.database
    const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<unknown>
    const read = vi.spyOn(pool, 'query').mockImplementationOnce(async (...input: unknown[]) => {
      const found = await query(...input)
      await sql('UPDATE session SET revoked_at = now() WHERE user_id = $1', userId)
      await readChanges()
      return found
    })
    expect(await sessions.memberOf(token)).not.toBeNull()
    read.mockRestore()
    expect(await sessions.memberOf(token)).toBeNull()
  })

  it('reads a member again when premium or a suspension ends by the clock', async () => {
    await readChanges()
    const { userId, token } = await loggedIn()
    await sql(
      `UPDATE "user" SET premium_until = $2, suspended_until = $3 WHERE id = $1`,
      userId,
      new Date(clock.now() + 2_000),
      new Date(clock.now() + 4_000),
    )
    await readChanges()
    expect(await sessions.memberOf(token)).toMatchObject({ premium: true, suspended: true })
    for (let half = 0; half < 4; half += 1) await readChanges()
    expect(await sessions.memberOf(token)).toMatchObject({ premium: false, suspended: true })
    for (let half = 0; half < 4; half += 1) await readChanges()
    expect(await sessions.memberOf(token)).toMatchObject({ premium: false, suspended: false })
  })

  it('caches staff sessions for a second only, because a second factor is not among the changes', async () => {
    await readChanges()
    const { userId, token, id } = await loggedIn()
    const at = new Date(clock.now())
    const { secondFactor, session, user } = rows.database.prisma
    await user.update({ where: { id: userId }, data: { role: 'MODERATOR' } })
    await secondFactor.create({ data: { userId, secret: new Uint8Array(20), created: at, confirmedAt: at } })
    await session.update({ where: { id }, data: { factorAt: at } })
    await readChanges()
    expect(await sessions.memberOf(token)).toMatchObject({ staffFactor: 'PROVEN' })
    expect(await asksDatabase(token)).toBe(false)
    await readChanges()
    await readChanges()
    expect(await asksDatabase(token)).toBe(true)
  })

  it('reports that the changes cannot be read, and reads them later', async () => {
    await readChanges()
    const { userId, token } = await loggedIn()
    await readChanges()
    await sessions.memberOf(token)
    const failure = new Error('The database is away.')
    const query = vi
      .spyOn(rows.database.pool, 'query')
      .mockImplementation((() => Promise.reject(failure)) as never)
    await readChanges()
    query.mockRestore()
    expect(errors).toEqual([failure])
    await sql('UPDATE session SET revoked_at = now() WHERE user_id = $1', userId)
    await readChanges()
    expect(await sessions.memberOf(token)).toBeNull()
  })

  it('forgets what it cached before it began to read', async () => {
    const { userId, token } = await loggedIn()
    expect(await sessions.memberOf(token)).not.toBeNull()
    await sql('UPDATE session SET revoked_at = now() WHERE user_id = $1', userId)
    await readChanges()
    expect(await sessions.memberOf(token)).toBeNull()
  })
})
