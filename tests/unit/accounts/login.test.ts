import argon2 from 'argon2'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADDRESS, CALLER, memberOf, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { openRows } from '../../kit/rows.ts'
import { codeAt } from '../../kit/second-factor-codes.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const PASSWORD = 'Monsoon-2026'
const WRONG = 'Another-2026'

const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

const prisma = () => rows.database.prisma
const logIn = (userName: string, password = PASSWORD, origin: object = {}, code?: string) =>
  kit.accounts.logIn({ userName, password, ...(code ? { code } : {}) }, { ...CALLER, ...origin })
const refused = (expected: string) => expect.objectContaining({ code: expected })
type Changes = Parameters<ReturnType<typeof prisma>['user']['update']>[0]['data']

/** A registered member who logs in without the device cookie of the registration. */
async function registered(changes: Changes = {}) {
  const asha = await kit.join()
  await prisma().user.update({ where: { id: asha.id }, data: changes })
  kit.forgetRecords()
  return asha
}

describe('a login', () => {
  it('opens another session, and is listed, logged and recorded as the last use', async () => {
    const asha = await registered()
    kit.clock.advance(DAY)
    const { token, user, ...rest } = await logIn(asha.userName)
    expect(rest).toEqual({})
    expect(user).toMatchObject({ id: asha.id, lastSeen: kit.at().toISOString() })
    expect(user).not.toHaveProperty('passwordHash')
    const member = await memberOf(kit.accounts, token)
    expect(await kit.sessionOf(member)).toMatchObject({ userId: asha.id, ...CALLER, factorAt: null })
    expect(kit.securityEvents).toEqual([{ event: 'authn_login_success', userId: asha.id, network: ADDRESS }])
    expect([kit.emitted, kit.sent]).toEqual([[], []])
    const { elements } = await kit.accounts.signIns(asha.id, { pageNumber: 0, size: 10 })
    expect(elements).toMatchObject([{ kind: 'login', time: kit.at() }, { kind: 'register' }])
    expect(await kit.accounts.memberOf(asha.token)).toMatchObject({ id: asha.id })
  })

  // covers: beyond-logins-limited
  it('ends the session that was not used for longest when the account has thirty', async () => {
    const asha = await registered()
    const tokens = [asha.token]
    for (let count = 1; count < 30; count += 1) {
      kit.clock.advance(60_000)
      tokens.push((await logIn(asha.userName, PASSWORD, { ipAddress: `198.51.100.${count}` })).token)
    }
    // The oldest session is used again, so the second one was not used for longest.
    kit.clock.advance(60_000)
    await memberOf(kit.accounts, asha.token)
    const oldest = await kit.sessionOf(await memberOf(kit.accounts, tokens[1] ?? ''))
    await prisma().session.update({ where: { id: oldest.id }, data: { lastUsed: kit.at(-60 * 60_000) } })
    kit.forgetRecords()
    const { token } = await logIn(asha.userName, PASSWORD, { ipAddress: '198.51.100.200' })
    const sessionKeys = [Buffer.from(oldest.tokenHash).toString('base64url')]
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId: asha.id } },
      { name: 'sessionsRevoked', event: { userId: asha.id, sessionKeys } },
    ])
    expect(await kit.accounts.memberOf(tokens[1] ?? '')).toBeNull()
    for (const live of [tokens[0], tokens[2], token])
      expect(await kit.accounts.memberOf(live ?? '')).toMatchObject({ id: asha.id })
  })

  // covers: beyond-passwords-in-nfc
  it('accepts each form of a password with composed letters, and renews the hash of an earlier version', async () => {
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Zürich-Café-2026'.normalize(form))
    expect(composed).not.toBe(decomposed)
    const { userName } = await kit.join({ password: composed ?? '' })
    await expect(logIn(userName, decomposed)).resolves.toHaveProperty('token')
    const old = await registered({ passwordHash: await argon2.hash(decomposed ?? '') })
    await expect(logIn(old.userName, composed)).rejects.toEqual(refused('UNAUTHENTICATED'))
    await expect(logIn(old.userName, decomposed)).resolves.toHaveProperty('token')
    await expect(logIn(old.userName, composed)).resolves.toHaveProperty('token')
  })

  it('fails equally for a wrong password and an unknown address, and the log has the reason', async () => {
    const asha = await registered()
    const failures = []
    for (const [userName, password] of [
      [asha.userName, WRONG],
      ['nobody@example.com', PASSWORD],
    ] as const)
      failures.push(await logIn(userName, password).catch((error) => error))
    const [wrong, unknown] = failures
    expect(wrong).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
    expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message])
    const event = 'authn_login_fail'
    expect(kit.securityEvents).toEqual([
      { event, userId: asha.id, network: ADDRESS, reason: 'wrong_password' },
      { event, userId: undefined, network: ADDRESS, reason: 'unknown_account' },
    ])
    expect(await prisma().session.count({ where: { userId: asha.id } })).toBe(1)
  })

  it('fails for a demo account unless the server runs in local mode', async () => {
    const asha = await registered({ demo: true })
    await expect(logIn(asha.userName)).rejects.toEqual(refused('UNAUTHENTICATED'))
    expect(kit.securityEvents).toMatchObject([{ event: 'authn_login_fail', reason: 'demo_account' }])
    kit = await openAccounts(rows, { demoAccounts: true })
    expect((await logIn(asha.userName)).user.id).toBe(asha.id)
  })

  it('fails for an erased account', async () => {
    const asha = await registered({ erasedAt: kit.at(), passwordHash: 'erased' })
    await expect(logIn(asha.userName, 'erased')).rejects.toEqual(refused('UNAUTHENTICATED'))
    const { passwordHash } = await kit.storedUser((await registered()).id)
    await prisma().user.update({ where: { id: asha.id }, data: { passwordHash } })
    await expect(logIn(asha.userName), 'erased during the login').rejects.toEqual(refused('UNAUTHENTICATED'))
    expect(await prisma().session.count({ where: { userId: asha.id } })).toBe(1)
  })

  it('rehashes the password if its hash has older settings, and otherwise keeps the hash', async () => {
    const older = await argon2.hash(PASSWORD, { memoryCost: 8192, timeCost: 2, parallelism: 1 })
    const asha = await registered({ passwordHash: older })
    await logIn(asha.userName)
    const { passwordHash } = await kit.storedUser(asha.id)
    expect(passwordHash).not.toBe(older)
    await logIn(asha.userName)
    expect((await kit.storedUser(asha.id)).passwordHash).toBe(passwordHash)
  })
})

describe('a login in a browser that has a session', () => {
  it('ends the earlier session and its streams', async () => {
    const [asha, ben] = [await registered(), await registered()]
    const replaces = { userId: asha.id, sessionKey: asha.member.sessionKey }
    const { token } = await logIn(ben.userName, PASSWORD, { replaces })
    expect((await kit.sessionOf(asha.member)).revokedAt).toEqual(kit.at())
    expect(await kit.accounts.memberOf(asha.token)).toBeNull()
    expect(await kit.accounts.memberOf(token)).toMatchObject({ id: ben.id })
    expect((await kit.sessionOf(ben.member)).revokedAt).toBeNull()
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId: asha.id } },
      { name: 'sessionsRevoked', event: { userId: asha.id, sessionKeys: [asha.member.sessionKey] } },
    ])
  })

  it('keeps the end time of an earlier session, and ends no session when it fails', async () => {
    const asha = await registered()
    const replaces = { userId: asha.id, sessionKey: asha.member.sessionKey }
    await logIn(asha.userName, WRONG, { replaces }).catch(() => undefined)
    expect((await kit.sessionOf(asha.member)).revokedAt).toBeNull()
    const ended = kit.at()
    await kit.accounts.logOut(asha.member, ADDRESS)
    kit.clock.advance(1_000)
    await logIn(asha.userName, PASSWORD, { replaces })
    expect((await kit.sessionOf(asha.member)).revokedAt).toEqual(ended)
  })
})

describe('a login to a suspended account', () => {
  const MESSAGE = 'This account is suspended'
  it.each([
    [
      'names the end of a suspension',
      { suspendedUntil: new Date('2999-01-02T03:04:05Z') },
      ' until 2999-01-02.',
    ],
    ['names no end of a ban', { bannedAt: new Date(0), suspendedUntil: new Date('2999-01-02') }, '.'],
    ['names no end of a locked account', { active: false }, '.'],
  ])('returns a token for appeals, and %s', async (_, changes, end) => {
    const asha = await registered(changes)
    const failure = await logIn(asha.userName).catch((error) => error)
    expect(failure).toMatchObject({ code: 'SUSPENDED', message: MESSAGE + end })
    expect(await kit.accounts.memberOf(failure.token)).toMatchObject({ id: asha.id, suspended: true })
    expect(kit.securityEvents).toMatchObject([{ event: 'authn_login_success' }])
  })

  it('succeeds once the suspension has ended', async () => {
    const asha = await registered({ suspendedUntil: kit.at() })
    expect((await logIn(asha.userName)).user.id).toBe(asha.id)
  })
})

describe('a login with two-step login on', () => {
  async function enrolled() {
    const asha = await registered({ emailVerified: true })
    const member = { ...asha.member, emailVerified: true }
    const { secret } = await kit.accounts.secondFactor.begin(member, PASSWORD, ADDRESS)
    await kit.accounts.secondFactor.confirm(member, codeAt(secret, kit.clock.now()), ADDRESS)
    kit.clock.advance(60_000)
    kit.forgetRecords()
    return { ...asha, next: () => codeAt(secret, kit.clock.now()) }
  }

  it('needs a code, and records it with the session', async () => {
    const { id, userName, next } = await enrolled()
    await expect(logIn(userName)).rejects.toEqual(refused('SECOND_FACTOR_REQUIRED'))
    await expect(logIn(userName, PASSWORD, {}, '000000')).rejects.toEqual(refused('SECOND_FACTOR_INVALID'))
    expect(await prisma().session.count({ where: { userId: id } })).toBe(1)
    const { token } = await logIn(userName, PASSWORD, {}, next())
    const member = await memberOf(kit.accounts, token)
    expect((await kit.sessionOf(member)).factorAt).toEqual(kit.at())
    expect(kit.securityEvents.map(({ event }) => event)).toEqual([
      'authn_factor_fail',
      'authn_factor_success',
      'authn_login_success',
    ])
  })

  it('allows five codes in a quarter of an hour, and resets the count after a right one', async () => {
    const { userName, next } = await enrolled()
    const wrong = () => logIn(userName, PASSWORD, {}, '000000')
    for (let count = 0; count < 4; count += 1)
      await expect(wrong()).rejects.toEqual(refused('SECOND_FACTOR_INVALID'))
    await logIn(userName, PASSWORD, {}, next())
    for (let count = 0; count < 5; count += 1)
      await expect(wrong()).rejects.toEqual(refused('SECOND_FACTOR_INVALID'))
    await expect(wrong()).rejects.toEqual(refused('RATE_LIMITED'))
  })
})

it('a login that limits refuse is logged with the reason, and its password is not checked', async () => {
  const { userName } = await registered()
  for (let count = 0; count < 6; count += 1) await kit.limits.count('failedLoginByAccount', userName)
  await expect(logIn(userName)).rejects.toEqual(refused('PROOF_REQUIRED'))
  for (let count = 0; count < 120; count += 1) await kit.limits.count('provenLoginByAddress', ADDRESS)
  await expect(logIn(userName, PASSWORD, { hasProofOfWork: true })).rejects.toEqual(refused('RATE_LIMITED'))
  const event = { event: 'authn_login_lock', network: ADDRESS }
  expect(kit.securityEvents).toEqual([
    { ...event, reason: 'proof_required' },
    { ...event, reason: 'rate_limited' },
  ])
})

it('a wrong password counts towards proof of work, and a right one does not count', async () => {
  const { userName } = await registered()
  await logIn(userName)
  await logIn(userName, WRONG).catch(() => undefined)
  expect(await kit.limits.used('failedLoginByAccount', userName)).toBe(1 / 5)
  expect(await kit.limits.used('loginByAccountAndNetwork', `${userName} ${ADDRESS}`)).toBe(1 / 10)
})
