import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADDRESS, CALLER, memberOf, ORIGIN } from '../../kit/accounts.ts'
import { type Authenticator, createAuthenticator, type Lie } from '../../kit/authenticator.ts'
import { openPasskeys, PASSWORD, type TestPasskeys } from '../../kit/passkeys.ts'
import { openRows } from '../../kit/rows.ts'
import { codeAt } from '../../kit/second-factor-codes.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000

const rows = useStarted(openRows)
let kit: TestPasskeys
beforeEach(async () => {
  kit = await openPasskeys(rows)
})

const refused = (code: string) => expect.objectContaining({ code })

describe('a login by passkey', () => {
  // covers: beyond-passkeys-login
  it('opens a session that proved the second factor, and is listed and logged', async () => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    kit.forgetRecords()
    kit.clock.advance(MINUTE)
    const { token, user } = await kit.logIn(device)
    expect(user.id).toBe(asha.id)
    const member = await memberOf(kit.accounts, token)
    expect(await kit.sessionOf(member)).toMatchObject({ userId: asha.id, factorAt: kit.at() })
    expect(kit.securityEvents).toEqual([
      { event: 'authn_login_success', userId: asha.id, network: ADDRESS, reason: 'passkey' },
    ])
    expect(await kit.passkeys.list(member)).toMatchObject([{ lastUsed: kit.at() }])
    const { elements } = await kit.accounts.signIns(asha.id, { pageNumber: 0, size: 10 })
    expect(elements.map(({ kind }) => kind)).toEqual(['login', 'register'])
  })

  // covers: beyond-passkeys-guards
  it.each<[string, string, Lie]>([
    ['from a page of another origin', 'passkey_wrong_answer', { origin: 'https://evil.example' }],
    ['from a page below the origin', 'passkey_wrong_answer', { origin: 'https://sub.chat.example' }],
    ['for another domain', 'passkey_wrong_answer', { rpId: 'evil.example' }],
    ['without a check of the member', 'passkey_wrong_answer', { isVerified: false }],
    ['of another ceremony', 'passkey_wrong_answer', { type: 'webauthn.create' }],
    [
      'signed by another key',
      'passkey_wrong_answer',
      { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    ],
    ['to a challenge that this server did not issue', 'passkey_challenge', { challenge: 'A'.repeat(72) }],
    ['for another account', 'passkey_other_account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses an answer %s', async (_, reason, lie) => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    kit.forgetRecords()
    await expect(kit.logIn(device, lie)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
    expect(kit.securityEvents).toMatchObject([{ event: 'authn_login_fail', reason }])
    expect(await kit.prisma.session.count({ where: { userId: asha.id } })).toBe(1)
    await expect(kit.logIn(device)).resolves.toHaveProperty('token')
  })

  // covers: beyond-passkeys-guards
  it('accepts an answer once, also of requests at the same instant, and only for ten minutes', async () => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    const assertion = device.get(await kit.request())
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => kit.passkeys.logIn(assertion, CALLER)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const late = device.get(await kit.request())
    kit.clock.advance(10 * MINUTE)
    await expect(kit.passkeys.logIn(late, CALLER)).rejects.toEqual(refused('UNAUTHENTICATED'))
  })

  it('refuses the challenge of an addition or a proof', async () => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    for (const { challenge } of [await kit.begin(asha), await kit.passkeys.beginProof(asha.member)]) {
      const assertion = device.get({ challenge, rpId: 'chat.example' })
      await expect(kit.passkeys.logIn(assertion, CALLER)).rejects.toEqual(refused('UNAUTHENTICATED'))
    }
  })

  // covers: beyond-passkeys-guards
  it('refuses a counter that did not grow, and logs it', async () => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    await kit.logIn(device, { counter: 7 })
    for (const counter of [7, 6, 0]) {
      kit.forgetRecords()
      await expect(kit.logIn(device, { counter })).rejects.toEqual(refused('UNAUTHENTICATED'))
      expect(kit.securityEvents).toMatchObject([{ event: 'authn_login_fail', reason: 'passkey_counter' }])
    }
    await expect(kit.logIn(device, { counter: 8 })).resolves.toHaveProperty('token')
  })

  it('answers equally for an unknown, a removed and a wrong passkey', async () => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    const [{ id = '' } = {}] = await kit.passkeys.list(asha.member)
    const wrong = await kit.logIn(device, { isVerified: false }).catch((error) => error)
    await kit.passkeys.remove(asha.member, { id, password: PASSWORD }, ADDRESS)
    const removed = await kit.logIn(device).catch((error) => error)
    const unknown = await kit
      .logIn(createAuthenticator(ORIGIN), { userHandle: 'AAAA' })
      .catch((error) => error)
    expect(wrong.code).toBe('UNAUTHENTICATED')
    for (const failure of [removed, unknown])
      expect([failure.code, failure.message]).toEqual([wrong.code, wrong.message])
  })

  it('returns a token for appeals for a suspended account, and reopens a closed one', async () => {
    const [asha, ben] = [await kit.verified(), await kit.verified()]
    const devices = [await kit.withPasskey(asha), await kit.withPasskey(ben)] as const
    await kit.prisma.user.update({ where: { id: asha.id }, data: { bannedAt: kit.at() } })
    const failure = await kit.logIn(devices[0]).catch((error) => error)
    expect(failure).toMatchObject({ code: 'SUSPENDED', message: 'This account is suspended.' })
    expect(await kit.accounts.memberOf(failure.token)).toMatchObject({ id: asha.id, suspended: true })
    await kit.accounts.closing.close(ben.member, PASSWORD, ADDRESS)
    expect(await kit.logIn(devices[1])).toMatchObject({ reopened: true })
  })

  it('fails for an erased account, and for a demo account outside of local mode', async () => {
    const [asha, ben] = [await kit.verified(), await kit.verified()]
    const devices = [await kit.withPasskey(asha), await kit.withPasskey(ben)] as const
    await kit.prisma.user.update({ where: { id: asha.id }, data: { erasedAt: kit.at() } })
    await kit.prisma.user.update({ where: { id: ben.id }, data: { demo: true } })
    for (const device of devices) await expect(kit.logIn(device)).rejects.toEqual(refused('UNAUTHENTICATED'))
  })

  it('stops at a limit by address, and logs it', async () => {
    const device = createAuthenticator(ORIGIN)
    for (let count = 0; count < 60; count += 1) await kit.limits.count('passkeyLoginByAddress', ADDRESS)
    await expect(kit.logIn(device, { userHandle: 'AAAA' })).rejects.toEqual(refused('RATE_LIMITED'))
    expect(kit.securityEvents).toMatchObject([{ event: 'authn_login_lock', reason: 'rate_limited' }])
    for (let count = 0; count < 120; count += 1) await kit.limits.count('passkeyRequestByAddress', ADDRESS)
    await expect(kit.request()).rejects.toEqual(refused('RATE_LIMITED'))
  })
})

describe('two-step login with a passkey', () => {
  async function staffWithPasskey() {
    const asha = await kit.verified({ role: 'MODERATOR' })
    const { secret } = await kit.accounts.secondFactor.begin(asha.member, PASSWORD, ADDRESS)
    await kit.accounts.secondFactor.confirm(asha.member, codeAt(secret, kit.clock.now()), ADDRESS)
    const device = await kit.withPasskey(asha)
    kit.clock.advance(11 * MINUTE)
    kit.forgetRecords()
    return { asha, device }
  }

  // covers: beyond-passkeys-second-factor
  it('counts a login by passkey as the password and the code', async () => {
    const { device } = await staffWithPasskey()
    const member = await memberOf(kit.accounts, (await kit.logIn(device)).token)
    expect(member.staffFactor).toBe('PROVEN')
    await expect(kit.accounts.secondFactor.assertFresh(member)).resolves.toBeUndefined()
  })

  it('still makes staff set two-step login up', async () => {
    const asha = await kit.verified({ role: 'MODERATOR' })
    const device = await kit.withPasskey(asha)
    expect(await memberOf(kit.accounts, (await kit.logIn(device)).token)).toMatchObject({
      staffFactor: 'ENROLMENT_REQUIRED',
    })
  })

  // covers: beyond-passkeys-second-factor
  it('proves the second factor of a session again, once for each challenge', async () => {
    const { asha, device } = await staffWithPasskey()
    const { assertFresh } = kit.accounts.secondFactor
    await expect(assertFresh(asha.member)).rejects.toEqual(refused('FRESH_FACTOR_REQUIRED'))
    const assertion = device.get(await kit.passkeys.beginProof(asha.member))
    await kit.passkeys.prove(asha.member, assertion, ADDRESS)
    await expect(assertFresh(asha.member)).resolves.toBeUndefined()
    expect(kit.securityEvents).toEqual([
      { event: 'authn_factor_success', userId: asha.id, network: ADDRESS, reason: 'passkey' },
    ])
    await expect(kit.passkeys.prove(asha.member, assertion, ADDRESS)).rejects.toEqual(
      refused('SECOND_FACTOR_INVALID'),
    )
  })

  // covers: beyond-passkeys-guards
  it('refuses the passkey of another account, another session and a login as a proof', async () => {
    const { asha, device } = await staffWithPasskey()
    const ben = await kit.verified()
    const foreign = await kit.withPasskey(ben)
    const invalid = refused('SECOND_FACTOR_INVALID')
    const prove = (assertion: ReturnType<Authenticator['get']>) =>
      kit.passkeys.prove(asha.member, assertion, ADDRESS)
    await expect(prove(foreign.get(await kit.passkeys.beginProof(asha.member)))).rejects.toEqual(invalid)
    await expect(prove(device.get(await kit.passkeys.beginProof(ben.member)))).rejects.toEqual(invalid)
    await expect(prove(device.get(await kit.request()))).rejects.toEqual(invalid)
    expect((await kit.sessionOf(asha.member)).factorAt).not.toEqual(kit.at())
  })
})
