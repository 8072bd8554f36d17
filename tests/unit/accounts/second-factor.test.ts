import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '#server/domains/accounts/member.ts'
import {
  acceptAtLogin,
  checkAtLogin,
  countLoginAttempt,
} from '#server/domains/accounts/second-factor/at-login.ts'
import type { SecondFactor } from '#server/domains/accounts/second-factor/second-factor.ts'
import { staffFactorOf, staffFactorRefusal } from '#server/domains/accounts/second-factor/staff-factor.ts'
import { stepOf } from '#server/domains/accounts/second-factor/totp.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ADDRESS, openSecondFactor, PASSWORD, STEP } from '../../kit/second-factor-cases.ts'
import { codeAt } from '../../kit/second-factor-codes.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)
const code = (expected: string) => expect.objectContaining({ code: expected })
const mailTo = ({ id }: Member) => ({ email: `${id}@example.com`, displayName: 'Asha', language: 'en' })

const kit = useStarted(() => openSecondFactor(clock))
let factor: SecondFactor
beforeEach(() => {
  clock.advance(STEP)
  factor = kit.reopen()
})

describe('switching two-step login on', () => {
  it('needs the password and a code, ends the other sessions and returns ten recovery codes', async () => {
    const who = await kit.member()
    const other = await kit.newSession(who.id)
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
    expect((await kit.sessionOf(who)).factorAt).toEqual(at())
    expect((await kit.sessionOf(other)).revokedAt).toEqual(at())
    expect(kit.log.emitted).toEqual([
      { name: 'userChanged', event: { userId: who.id } },
      { name: 'sessionsRevoked', event: { userId: who.id, sessionKeys: [other.sessionKey] } },
    ])
    expect(kit.mails).toEqual([['on', mailTo(who)]])
    expect(kit.events).toEqual([{ event: 'authn_factor_enrolled', userId: who.id, network: ADDRESS }])
    await expect(factor.begin(who, PASSWORD, ADDRESS)).rejects.toEqual(code('CONFLICT'))
    await expect(factor.confirm(who, now, ADDRESS)).rejects.toEqual(code('CONFLICT'))
  })

  it('fails for a wrong password, which is logged', async () => {
    const who = await kit.member()
    await expect(factor.begin(who, 'another', ADDRESS)).rejects.toMatchObject({
      code: 'INVALID',
      fields: { password: 'This password is not right. Please try again.' },
    })
    expect(kit.events).toEqual([
      { event: 'authn_password_check_fail', userId: who.id, reason: 'second_factor', network: ADDRESS },
    ])
    expect(await kit.prisma.secondFactor.count({ where: { userId: who.id } })).toBe(0)
  })

  it('fails without an enrolment, with a wrong code, and after an hour', async () => {
    const who = await kit.member()
    await expect(factor.confirm(who, '000000', ADDRESS)).rejects.toEqual(code('CONFLICT'))
    const { secret } = await factor.begin(who, PASSWORD, ADDRESS)
    const wrong = codeAt(secret, clock.now() + 10 * STEP)
    await expect(factor.confirm(who, wrong, ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(kit.events.at(-1)).toMatchObject({ event: 'authn_factor_fail', reason: 'enrolment' })
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
    const { who, next } = await kit.enrolled()
    const other = await kit.newSession(who.id)
    clock.advance(STEP)
    await factor.prove(other, next(), ADDRESS)
    expect((await kit.sessionOf(other)).factorAt).toEqual(at())
    expect((await kit.sessionOf(who)).factorAt).toEqual(at(-2 * STEP))
    expect(kit.log.emitted).toEqual([{ name: 'userChanged', event: { userId: who.id } }])
    expect(kit.events).toEqual([{ event: 'authn_factor_success', userId: who.id, network: ADDRESS }])
    await expect(factor.prove(who, next(), ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(kit.events.at(-1)).toMatchObject({ event: 'authn_factor_fail', reason: 'wrong_code' })
    expect(kit.mails).toEqual([])
  })

  it('works one step before or after the current one, but not further away', () => {
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
    const { who, recoveryCodes } = await kit.enrolled()
    const [first = ''] = recoveryCodes
    await factor.prove(who, first.toLowerCase(), ADDRESS)
    expect(kit.mails).toEqual([['recovery', { ...mailTo(who), left: 9 }]])
    expect(kit.events.map(({ event }) => event)).toEqual(['authn_factor_success', 'authn_recovery_code_used'])
    await expect(factor.prove(who, first, ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    const { who: stranger } = await kit.enrolled()
    await expect(factor.prove(stranger, recoveryCodes[1] ?? '', ADDRESS)).rejects.toEqual(
      code('SECOND_FACTOR_INVALID'),
    )
  })

  it('can be tried five times in a session, and a right one resets the count', async () => {
    const { who, next } = await kit.enrolled()
    const wrong = () => factor.prove(who, 'AAAAA-AAAAA', ADDRESS)
    for (let count = 0; count < 4; count += 1)
      await expect(wrong()).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    await factor.prove(who, next(), ADDRESS)
    for (let count = 0; count < 5; count += 1)
      await expect(wrong()).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    await expect(wrong()).rejects.toEqual(code('RATE_LIMITED'))
  })

  it('stays fresh for ten minutes', async () => {
    const { who, next } = await kit.enrolled('MODERATOR')
    await factor.prove(who, next(), ADDRESS)
    clock.advance(10 * 60_000 - 1)
    await expect(factor.assertFresh(who)).resolves.toBeUndefined()
    clock.advance(1)
    await expect(factor.assertFresh(who)).rejects.toEqual(code('FRESH_FACTOR_REQUIRED'))
  })
})

describe('changing two-step login', () => {
  it('accepts the password of a member', async () => {
    const { who } = await kit.enrolled()
    for (const password of [undefined, 'another'])
      await expect(factor.switchOff(who, { password }, ADDRESS)).rejects.toEqual(code('INVALID'))
    const codes = await factor.renewRecoveryCodes(who, { password: PASSWORD }, ADDRESS)
    expect(codes).toHaveLength(10)
    kit.forgetRecords()
    await factor.switchOff(who, { password: PASSWORD }, ADDRESS)
    expect(await factor.read(who)).toMatchObject({ since: null, recoveryCodesLeft: 0 })
    expect((await kit.sessionOf(who)).factorAt).toBeNull()
    expect(kit.mails).toEqual([['off', mailTo(who)]])
    expect(kit.events).toEqual([
      { event: 'authn_factor_removed', userId: who.id, reason: 'owner', network: ADDRESS },
    ])
    for (const change of [factor.switchOff, factor.renewRecoveryCodes])
      await expect(change(who, { password: PASSWORD }, ADDRESS)).rejects.toEqual(code('CONFLICT'))
  })

  it.each(['MODERATOR', 'ADMIN'] as const)(
    'needs a code from a %s, and refuses the password alone',
    async (role) => {
      const { who, next, recoveryCodes } = await kit.enrolled(role)
      await expect(factor.switchOff(who, { password: PASSWORD }, ADDRESS)).rejects.toMatchObject({
        code: 'INVALID',
        fields: { code: expect.stringMatching(/^Enter a code/) },
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
      kit.forgetRecords()
      await factor.switchOff(who, { code: renewed[0] ?? '' }, ADDRESS)
      expect((await factor.read(who)).since).toBeNull()
      expect(kit.mails.map(([name]) => name).sort()).toEqual(['off', 'recovery'])
      expect(kit.events.map(({ event }) => event)).toContain('authn_factor_success')
    },
  )

  it('resets the count of wrong codes after a right one', async () => {
    const { who, next } = await kit.enrolled()
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
    const user = await kit.prisma.user.findUniqueOrThrow({ where: { id: userId } })
    return kit.prisma.$transaction((transaction) => checkAtLogin(kit.context(), transaction, user, given))
  }

  it('needs a code only while two-step login is on', async () => {
    const off = await kit.member()
    expect(await check(off.id, '000000')).toBeNull()
    await factor.begin(off, PASSWORD, ADDRESS)
    expect(await check(off.id)).toBeNull()
    const { who, next, recoveryCodes } = await kit.enrolled()
    await expect(check(who.id)).rejects.toEqual(code('SECOND_FACTOR_REQUIRED'))
    await expect(check(who.id, 'AAAAA-AAAAA')).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(await check(who.id, next())).toBe('app')
    await expect(check(who.id, next())).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
    expect(await check(who.id, recoveryCodes[0])).toBe('recovery code')
  })

  it('allows five codes in a quarter of an hour, and resets the count after a right code or a new password', async () => {
    const { who } = await kit.enrolled()
    const user = await kit.prisma.user.findUniqueOrThrow({ where: { id: who.id } })
    const tries = async (count: number, of = user) => {
      for (let index = 0; index < count; index += 1) await countLoginAttempt(kit.context(), of)
    }
    await tries(5)
    await expect(tries(1)).rejects.toEqual(code('RATE_LIMITED'))
    await tries(5, { ...user, passwordHash: 'another' })
    await tries(5, { ...user, id: uuidv7() })
    await acceptAtLogin(kit.context(), user, 'app')
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
      code: 'SECOND_FACTOR_ENROLMENT_REQUIRED',
      status: 403,
    })
    expect(staffFactorRefusal('PROOF_REQUIRED')).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      status: 403,
    })
    for (const fine of ['PROVEN', 'NOT_NEEDED'] as const) expect(staffFactorRefusal(fine)).toBeNull()
  })
})
