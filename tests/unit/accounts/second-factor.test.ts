import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '#server/domains/accounts/member.ts'
import { createPasswords, type Passwords } from '#server/domains/accounts/passwords.ts'
import {
  createSecondFactor,
  type SecondFactor,
  staffFactorOf,
} from '#server/domains/accounts/second-factor/index.ts'
import { staffFactorRefusal } from '#server/domains/accounts/second-factor/staff-factor.ts'
import { stepOf } from '#server/domains/accounts/second-factor/totp.ts'
import { createSessions } from '#server/domains/accounts/sessions.ts'
import type { SecurityEvent } from '#server/platform/logging/security-log.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createEventRecorder, type EventRecorder } from '../../kit/event-recorder.ts'
import { LOW_PASSWORD_COST } from '../../kit/password-cost.ts'
import { openRows, type Rows } from '../../kit/rows.ts'
import { codeAt } from '../../kit/second-factor-codes.ts'

const STEP = 30_000
const HOUR = 60 * 60_000
const ADDRESS = '203.0.113.7'
const PASSWORD = 'Monsoon-2026'
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)

let rows: Rows
let passwords: Passwords
let passwordHash: string
let log: EventRecorder
let mails: [string, unknown][]
let events: SecurityEvent[]
let factor: SecondFactor
beforeAll(async () => {
  rows = await openRows()
  passwords = await createPasswords(LOW_PASSWORD_COST)
  passwordHash = await passwords.hash(PASSWORD)
})
beforeEach(() => {
  log = createEventRecorder('userChanged', 'sessionsRevoked')
  ;[mails, events] = [[], []]
  clock.advance(STEP)
  factor = open()
})
afterAll(() => rows.close())

const prisma = () => rows.database.prisma
const sessions = () =>
  createSessions({
    onError: (error) => expect.unreachable(String(error)),
    ...{ database: rows.database, clock, newAccountHours: 0, demoAccounts: false, staffTwoFactor: true },
    signupScreening: { deviceHash: () => null },
  })
function open() {
  const mail = (name: string) => (to: unknown) => void mails.push([name, to])
  return createSecondFactor({
    ...{ database: rows.database, clock, events: log.events, passwords, sessions: sessions() },
    ...{ staffTwoFactor: true, recoveryKey: new Uint8Array(32), secrets: createSecretBox('x'.repeat(32)) },
    limits: createRateLimits({ redis: null, factor: 1, note: () => undefined }),
    securityLog: { record: (event) => void events.push(event) },
    mails: {
      ...{ verification: mail('verification'), startOver: mail('startOver') },
      ...{ passwordReset: mail('passwordReset'), passwordChanged: mail('passwordChanged') },
      ...{ deletionRequested: mail('deletionRequested'), deletionCancelled: mail('deletionCancelled') },
      ...{ secondFactorOn: mail('on'), secondFactorOff: mail('off'), recoveryCodeUsed: mail('recovery') },
    },
  })
}
const code = (expected: string) => expect.objectContaining({ code: expected })

async function another(userId: string, role: Member['role'] = 'MEMBER'): Promise<Member> {
  const { token, record } = sessions().mint({ userAgent: null, ipAddress: null }, role)
  await prisma().session.create({ data: { ...record, userId } })
  const found = await sessions().memberOf(token)
  if (!found) throw new Error('the session was just stored')
  return found
}
async function member(role: Member['role'] = 'MEMBER') {
  const id = await rows.member()
  await prisma().user.update({ where: { id }, data: { passwordHash, role } })
  return another(id, role)
}
async function enrolled(role: Member['role'] = 'MEMBER') {
  const who = await member(role)
  const { secret } = await factor.begin(who, PASSWORD, ADDRESS)
  const recoveryCodes = await factor.confirm(who, codeAt(secret, clock.now()), ADDRESS)
  clock.advance(STEP)
  ;[mails, events] = [[], []]
  log.emitted.length = 0
  return { who, secret, recoveryCodes, next: () => codeAt(secret, clock.now()) }
}
const sessionOf = ({ sessionKey }: Member) =>
  prisma().session.findUniqueOrThrow({
    where: { tokenHash: new Uint8Array(Buffer.from(sessionKey, 'base64url')) },
  })
const mailTo = ({ id }: Member) => ({ email: `${id}@example.com`, displayName: 'Asha' })

describe('switching two-step login on', () => {
  it('needs the password and a code, ends the other sessions and returns ten recovery codes', async () => {
    const who = await member()
    const other = await another(who.id)
    const { secret, uri } = await factor.begin(who, PASSWORD, ADDRESS)
    // 160 bits.
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain(`${who.id}@example.com`)
    expect((await factor.read(who)).since).toBeNull()
    const now = codeAt(secret, clock.now())
    const codes = await factor.confirm(who, `${now.slice(0, 3)} ${now.slice(3)}`, ADDRESS)
    expect(new Set(codes).size).toBe(10)
    expect(await factor.read(who)).toMatchObject({ since: at(), recoveryCodesLeft: 10 })
    expect((await sessionOf(who)).factorAt).toEqual(at())
    expect((await sessionOf(other)).revokedAt).toEqual(at())
    expect(log.emitted).toEqual([
      { name: 'userChanged', event: { userId: who.id } },
      { name: 'sessionsRevoked', event: { userId: who.id, sessionKeys: [other.sessionKey] } },
    ])
    expect(mails).toEqual([['on', mailTo(who)]])
    expect(events).toEqual([{ event: 'authn_factor_enrolled', userId: who.id, network: ADDRESS }])
    await expect(factor.begin(who, PASSWORD, ADDRESS)).rejects.toEqual(code('CONFLICT'))
    await expect(factor.confirm(who, now, ADDRESS)).rejects.toEqual(code('CONFLICT'))
  })

  it('is refused for a wrong password, which is logged', async () => {
    const who = await member()
    await expect(factor.begin(who, 'another', ADDRESS)).rejects.toMatchObject({
      ...{ code: 'INVALID', fields: { password: 'This is not your password.' } },
    })
    expect(events).toEqual([
      { event: 'authn_password_check_fail', userId: who.id, reason: 'second_factor', network: ADDRESS },
    ])
    expect(await prisma().secondFactor.count({ where: { userId: who.id } })).toBe(0)
  })

  it('is refused without an enrolment, with a wrong code, and after an hour', async () => {
    const who = await member()
    await expect(factor.confirm(who, '000000', ADDRESS)).rejects.toEqual(code('CONFLICT'))
    const { secret } = await factor.begin(who, PASSWORD, ADDRESS)
    const wrong = codeAt(secret, clock.now() + 10 * STEP)
    await expect(factor.confirm(who, wrong, ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(events.at(-1)).toMatchObject({ event: 'authn_factor_fail', reason: 'enrolment' })
    clock.advance(HOUR + 1)
    await expect(factor.confirm(who, codeAt(secret, clock.now()), ADDRESS)).rejects.toEqual(code('CONFLICT'))
    const again = await factor.begin(who, PASSWORD, ADDRESS)
    expect(again.secret).not.toBe(secret)
    clock.advance(HOUR)
    expect(await factor.confirm(who, codeAt(again.secret, clock.now()), ADDRESS)).toHaveLength(10)
  })
})

describe('a code', () => {
  it('proves the factor of one session, once', async () => {
    const { who, next } = await enrolled()
    const other = await another(who.id)
    clock.advance(STEP)
    await factor.prove(other, next(), ADDRESS)
    expect((await sessionOf(other)).factorAt).toEqual(at())
    expect((await sessionOf(who)).factorAt).toEqual(at(-2 * STEP))
    expect(log.emitted).toEqual([{ name: 'userChanged', event: { userId: who.id } }])
    expect(events).toEqual([{ event: 'authn_factor_success', userId: who.id, network: ADDRESS }])
    await expect(factor.prove(who, next(), ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(events.at(-1)).toMatchObject({ event: 'authn_factor_fail', reason: 'wrong_code' })
    expect(mails).toEqual([])
  })

  it('is accepted one step before or after the current one, but not further away', () => {
    const [secret, now] = [new Uint8Array(20).fill(7), 1_763_640_000_000]
    const base32 = 'A4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYH'
    const step = now / STEP
    for (const [away, found] of [
      [-2, null],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, null],
    ] as const)
      expect([away, stepOf(secret, codeAt(base32, now + away * STEP), now)]).toEqual([away, found])
    expect(stepOf(secret, codeAt(base32, now), now + STEP - 1)).toBe(step)
  })

  it('can be a recovery code, each once, and the owner is mailed', async () => {
    const { who, recoveryCodes } = await enrolled()
    const [first = ''] = recoveryCodes
    await factor.prove(who, first.toLowerCase(), ADDRESS)
    expect(mails).toEqual([['recovery', { ...mailTo(who), left: 9 }]])
    expect(events.map(({ event }) => event)).toEqual(['authn_factor_success', 'authn_recovery_code_used'])
    await expect(factor.prove(who, first, ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    const { who: stranger } = await enrolled()
    await expect(factor.prove(stranger, recoveryCodes[1] ?? '', ADDRESS)).rejects.toEqual(
      code('SECOND_FACTOR_INVALID'),
    )
  })

  it('can be tried five times in a session, and a right one resets the count', async () => {
    const { who, next } = await enrolled()
    const wrong = () => factor.prove(who, 'AAAAA-AAAAA', ADDRESS)
    for (let count = 0; count < 4; count += 1)
      await expect(wrong()).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    await factor.prove(who, next(), ADDRESS)
    for (let count = 0; count < 5; count += 1)
      await expect(wrong()).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    await expect(wrong()).rejects.toEqual(code('RATE_LIMITED'))
  })

  it('is fresh for ten minutes', async () => {
    const { who, next } = await enrolled('MODERATOR')
    await factor.prove(who, next(), ADDRESS)
    clock.advance(10 * 60_000 - 1)
    await expect(factor.assertFresh(who)).resolves.toBeUndefined()
    clock.advance(1)
    await expect(factor.assertFresh(who)).rejects.toEqual(code('FRESH_FACTOR_REQUIRED'))
  })
})

describe('changing two-step login', () => {
  it('accepts the password of a member', async () => {
    const { who } = await enrolled()
    for (const password of [undefined, 'another'])
      await expect(factor.switchOff(who, { password }, ADDRESS)).rejects.toEqual(code('INVALID'))
    const codes = await factor.renewRecoveryCodes(who, { password: PASSWORD }, ADDRESS)
    expect(codes).toHaveLength(10)
    ;[mails, events] = [[], []]
    await factor.switchOff(who, { password: PASSWORD }, ADDRESS)
    expect(await factor.read(who)).toMatchObject({ since: null, recoveryCodesLeft: 0 })
    expect((await sessionOf(who)).factorAt).toBeNull()
    expect(mails).toEqual([['off', mailTo(who)]])
    expect(events).toEqual([
      { event: 'authn_factor_removed', userId: who.id, reason: 'owner', network: ADDRESS },
    ])
    for (const change of [factor.switchOff, factor.renewRecoveryCodes])
      await expect(change(who, { password: PASSWORD }, ADDRESS)).rejects.toEqual(code('CONFLICT'))
  })

  it.each(['MODERATOR', 'ADMIN'] as const)(
    'needs a code from a %s, and refuses the password alone',
    async (role) => {
      const { who, next, recoveryCodes } = await enrolled(role)
      await expect(factor.switchOff(who, { password: PASSWORD }, ADDRESS)).rejects.toMatchObject({
        ...{ code: 'INVALID', fields: { code: expect.stringMatching(/^Enter a code/) } },
      })
      await expect(factor.switchOff(who, { code: 'AAAAA-AAAAA' }, ADDRESS)).rejects.toEqual(
        code('SECOND_FACTOR_INVALID'),
      )
      expect((await factor.read(who)).since).not.toBeNull()
      const renewed = await factor.renewRecoveryCodes(who, { code: next() }, ADDRESS)
      expect(renewed).not.toContain(recoveryCodes[0])
      await expect(factor.prove(who, recoveryCodes[0] ?? '', ADDRESS)).rejects.toEqual(
        code('SECOND_FACTOR_INVALID'),
      )
      ;[mails, events] = [[], []]
      await factor.switchOff(who, { code: renewed[0] ?? '' }, ADDRESS)
      expect((await factor.read(who)).since).toBeNull()
      expect(mails.map(([name]) => name).sort()).toEqual(['off', 'recovery'])
      expect(events.map(({ event }) => event)).toContain('authn_factor_success')
    },
  )

  it('resets the count of wrong codes after a right one', async () => {
    const { who, next } = await enrolled()
    for (let count = 0; count < 4; count += 1)
      await expect(factor.switchOff(who, { code: 'AAAAA-AAAAA' }, ADDRESS)).rejects.toBeDefined()
    await factor.renewRecoveryCodes(who, { code: next() }, ADDRESS)
    for (let count = 0; count < 5; count += 1)
      await expect(factor.prove(who, 'AAAAA-AAAAA', ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    await expect(factor.switchOff(who, { code: 'AAAAA-AAAAA' }, ADDRESS)).rejects.toEqual(
      code('RATE_LIMITED'),
    )
  })
})

describe('a login', () => {
  const check = async (userId: string, given?: string) => {
    const user = await prisma().user.findUniqueOrThrow({ where: { id: userId } })
    return prisma().$transaction((transaction) => factor.login.check(transaction, user, given, ADDRESS))
  }

  it('needs a code only while two-step login is on', async () => {
    const off = await member()
    expect(await check(off.id, '000000')).toBeNull()
    await factor.begin(off, PASSWORD, ADDRESS)
    expect(await check(off.id)).toBeNull()
    const { who, next, recoveryCodes } = await enrolled()
    await expect(check(who.id)).rejects.toEqual(code('SECOND_FACTOR_REQUIRED'))
    await expect(check(who.id, 'AAAAA-AAAAA')).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(await check(who.id, next())).toBe('app')
    await expect(check(who.id, next())).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(await check(who.id, recoveryCodes[0])).toBe('recovery code')
  })

  it('allows five codes in a quarter of an hour, and resets the count after a right code or a new password', async () => {
    const { who } = await enrolled()
    const user = await prisma().user.findUniqueOrThrow({ where: { id: who.id } })
    const tries = async (count: number, of = user) => {
      for (let index = 0; index < count; index += 1) await factor.login.countAttempt(of)
    }
    await tries(5)
    await expect(tries(1)).rejects.toEqual(code('RATE_LIMITED'))
    await tries(5, { ...user, passwordHash: 'another' })
    await tries(5, { ...user, id: uuidv7() })
    await factor.login.accepted(user, 'app', ADDRESS)
    await tries(5)
    await expect(tries(1)).rejects.toEqual(code('RATE_LIMITED'))
  })
})

describe('the staff factor', () => {
  it('needs a proof that is no older than the enrolment', () => {
    expect(staffFactorOf(false, null, null)).toBe('NOT_NEEDED')
    for (const confirmed of [null, undefined])
      expect(staffFactorOf(true, confirmed, at())).toBe('ENROLMENT_REQUIRED')
    expect(staffFactorOf(true, at(), null)).toBe('PROOF_REQUIRED')
    expect(staffFactorOf(true, at(), at(-1))).toBe('PROOF_REQUIRED')
    expect(staffFactorOf(true, at(), at())).toBe('PROVEN')
    expect(staffFactorRefusal('ENROLMENT_REQUIRED')).toMatchObject({
      ...{ code: 'SECOND_FACTOR_ENROLMENT_REQUIRED', status: 403 },
    })
    expect(staffFactorRefusal('PROOF_REQUIRED')).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      status: 403,
    })
    for (const fine of ['PROVEN', 'NOT_NEEDED'] as const) expect(staffFactorRefusal(fine)).toBeNull()
  })
})
