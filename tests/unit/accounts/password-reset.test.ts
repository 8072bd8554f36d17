import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP_AGENT } from '#schema/desktop.ts'
import { POLICY } from '#schema/policy.ts'
import { ADDRESS, CALLER, ORIGIN, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

// Each answer takes at least a quarter of a second.
vi.mock('#server/domains/accounts/minimum-response-time.ts', () => ({
  withMinimumResponseTime: (work: () => unknown) => work(),
}))

const LIFETIME = POLICY.resetMailMinutes * 60_000
const OLD = 'Monsoon-2026'
const NEW = 'Quiet-Harbour-7'

const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

const prisma = () => rows.database.prisma
const resets = () => kit.accounts.passwordReset
const logIn = (userName: string, password: string) => kit.accounts.logIn({ userName, password }, CALLER)
const invalid = { code: 'INVALID', message: expect.stringContaining('invalid or has expired') }

async function joined(caller = CALLER) {
  const asha = await kit.join({}, caller)
  kit.forgetRecords()
  return asha
}
async function requested(user: string) {
  await resets().request({ user, origin: ORIGIN }, ADDRESS)
  const { token, code } = kit.mailed('passwordReset')
  return { token, code }
}

describe('a request for a password reset', () => {
  it('mails a link and a code that last an hour, and is logged', async () => {
    const asha = await joined()
    const { token, code } = await requested(asha.userName)
    expect(token).toMatch(/^[\w-]{43}$/)
    const to = { email: asha.userName, displayName: asha.displayName, language: 'en' }
    expect(kit.sent).toEqual([['passwordReset', { ...to, token, code, desktop: false }]])
    expect(kit.securityEvents).toEqual([
      { event: 'authn_password_reset_requested', userId: asha.id, network: ADDRESS },
    ])
    const stored = await prisma().passwordReset.findMany({ where: { userId: asha.id } })
    expect(stored).toMatchObject([{ expires: kit.at(LIFETIME), usedAt: null }])
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('tells the mail that the member uses the desktop app', async () => {
    const asha = await joined({ ...CALLER, userAgent: `${DESKTOP_AGENT}/1.0` })
    await requested(asha.userName)
    expect(kit.mailed('passwordReset').desktop).toBe(true)
  })

  it('mails nothing to an unknown address or an erased account, and nothing beyond the limits of mails', async () => {
    const [asha, ben] = [await joined(), await joined()]
    await prisma().user.update({ where: { id: asha.id }, data: { erasedAt: kit.at() } })
    for (const user of [asha.userName, 'nobody@example.com'])
      expect(await resets().request({ user, origin: ORIGIN }, ADDRESS)).toBeUndefined()
    expect([kit.sent, kit.securityEvents]).toEqual([[], []])
    for (let count = 0; count < 7; count += 1) await requested(ben.userName)
    expect(kit.sent).toHaveLength(5)
  })

  it('fails from a foreign origin, and after twenty requests an hour from one address', async () => {
    const { userName: user } = await joined()
    await expect(resets().request({ user, origin: 'https://evil.example' }, ADDRESS)).rejects.toMatchObject({
      code: 'INVALID',
      fields: { origin: expect.any(String) },
    })
    expect(kit.securityEvents.at(-1)).toMatchObject({
      event: 'authz_fail',
      reason: 'reset_from_foreign_origin',
      network: ADDRESS,
    })
    for (let count = 0; count < 20; count += 1) await kit.limits.consume('resetByAddress', ADDRESS)
    await expect(resets().request({ user, origin: ORIGIN }, ADDRESS)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    expect(kit.sent).toEqual([])
  })

  // covers: beyond-password-reset-hosts
  it('works on each host name where a login does, and on no other', async () => {
    const { userName: user } = await joined()
    const requestFrom = (origin: string, host?: string) => resets().request({ user, origin }, ADDRESS, host)
    await requestFrom('https://www.chat.example', 'www.chat.example')
    expect(kit.sent.map(([name]) => name)).toEqual(['passwordReset'])
    for (const [origin, host] of [
      ['https://www.chat.example', 'chat.example'],
      ['http://www.chat.example', 'www.chat.example'],
      ['https://evil.example', undefined],
    ] as const)
      await expect(requestFrom(origin, host)).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('makes the codes of earlier mails invalid, and keeps their links', async () => {
    const [{ userName }, ben] = [await joined(), await joined()]
    const other = await requested(ben.userName)
    const [first, second] = [await requested(userName), await requested(userName)]
    await expect(resets().exchangeCode({ userName, resetCode: first.code }, ADDRESS)).rejects.toMatchObject({
      code: 'INVALID',
    })
    expect(await resets().isValid(first.token, ADDRESS)).toBe(true)
    for (const [name, { code: resetCode }] of [
      [userName, second],
      [ben.userName, other],
    ] as const) {
      const token = await resets().exchangeCode({ userName: name, resetCode }, ADDRESS)
      expect(await resets().isValid(token, ADDRESS)).toBe(true)
    }
  })

  it('clears the count of wrong codes of this network', async () => {
    const { userName } = await joined()
    await kit.limits.consume('resetCodeTry', `${userName} ${ADDRESS}`)
    await requested(userName)
    expect(await kit.limits.used('resetCodeTry', `${userName} ${ADDRESS}`)).toBe(0)
  })
})

describe('a reset link', () => {
  it('sets the password, ends every session, and mails the owner', async () => {
    const [asha, ben] = [await joined(), await joined()]
    const { token } = await requested(asha.userName)
    kit.forgetRecords()
    await resets().finish({ token, newPassword: NEW }, ADDRESS)
    expect(await kit.accounts.memberOf(asha.token)).toBeNull()
    expect(await kit.accounts.memberOf(ben.token)).toMatchObject({ id: ben.id })
    const userId = asha.id
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'sessionsRevoked', event: { userId, sessionKeys: [asha.member.sessionKey] } },
    ])
    expect(kit.sent).toEqual([
      ['passwordChanged', { email: asha.userName, displayName: asha.displayName, language: 'en' }],
    ])
    expect(kit.securityEvents).toEqual([
      { event: 'authn_password_changed', userId, network: ADDRESS, reason: 'reset' },
      { event: 'authn_token_revoked', userId, network: ADDRESS, reason: 'password_changed' },
    ])
    await expect(logIn(asha.userName, OLD)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await logIn(asha.userName, NEW)).user.id).toBe(userId)
    expect((await logIn(ben.userName, OLD)).user.id).toBe(ben.id)
  })

  it('logs no ended session if the account had none', async () => {
    const asha = await joined()
    await kit.accounts.logOut(asha.member, ADDRESS)
    const { token } = await requested(asha.userName)
    kit.forgetRecords()
    await resets().finish({ token, newPassword: NEW }, ADDRESS)
    expect(kit.securityEvents.map(({ event }) => event)).toEqual(['authn_password_changed'])
  })

  it('works once, and invalidates every other link of the account', async () => {
    const [asha, ben] = [await joined(), await joined()]
    const [first, second] = [await requested(asha.userName), await requested(asha.userName)]
    const other = await requested(ben.userName)
    await resets().finish({ token: first.token, newPassword: NEW }, ADDRESS)
    for (const { token } of [first, second]) {
      expect(await resets().isValid(token, ADDRESS)).toBe(false)
      await expect(resets().finish({ token, newPassword: OLD }, ADDRESS)).rejects.toMatchObject(invalid)
    }
    expect(await resets().isValid(other.token, ADDRESS)).toBe(true)
    expect((await logIn(asha.userName, NEW)).user.id).toBe(asha.id)
  })

  it('changes the password once when it is used twice at the same instant', async () => {
    const { userName } = await joined()
    const { token } = await requested(userName)
    const outcomes = await Promise.allSettled(
      [NEW, `${NEW}!`].map((newPassword) => resets().finish({ token, newPassword }, ADDRESS)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(failed?.reason).toMatchObject(invalid)
    const accepted = outcomes[0]?.status === 'fulfilled' ? NEW : `${NEW}!`
    expect((await logIn(userName, accepted)).token).toEqual(expect.any(String))
  })

  it('stays valid until its hour is over', async () => {
    const { userName } = await joined()
    const { token } = await requested(userName)
    kit.clock.advance(LIFETIME - 1)
    expect(await resets().isValid(token, ADDRESS)).toBe(true)
    kit.clock.advance(1)
    expect(await resets().isValid(token, ADDRESS)).toBe(false)
    await expect(resets().finish({ token, newPassword: NEW }, ADDRESS)).rejects.toMatchObject(invalid)
  })

  it('fails for another user name, an unknown token, and a weak password, which leaves it usable', async () => {
    const [{ userName }, ben] = [await joined(), await joined()]
    const { token } = await requested(userName)
    const finish = (given: string, newPassword: string, name?: string) =>
      resets().finish({ token: given, newPassword, ...(name ? { userName: name } : {}) }, ADDRESS)
    await expect(finish(token, NEW, ben.userName)).rejects.toMatchObject(invalid)
    await expect(finish('unknown', NEW)).rejects.toMatchObject(invalid)
    expect(await resets().isValid('unknown', ADDRESS)).toBe(false)
    await expect(finish(token, 'Password1!')).rejects.toMatchObject({
      code: 'INVALID',
      fields: { newPassword: expect.any(String) },
    })
    await finish(token, NEW, userName)
    expect((await logIn(userName, NEW)).token).toEqual(expect.any(String))
  })

  it('allows thirty attempts in a quarter of an hour from one address', async () => {
    for (let count = 0; count < 29; count += 1) await kit.limits.consume('resetTokenByAddress', ADDRESS)
    expect(await resets().isValid('unknown', ADDRESS)).toBe(false)
    const limited = { code: 'RATE_LIMITED' }
    await expect(resets().isValid('unknown', ADDRESS)).rejects.toMatchObject(limited)
    await expect(resets().finish({ token: 'unknown', newPassword: NEW }, ADDRESS)).rejects.toMatchObject(
      limited,
    )
  })
})
