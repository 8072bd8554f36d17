import { Secret } from 'otpauth'
import type { PoolClient } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptAtLogin, countLoginAttempt } from '#server/domains/accounts/second-factor/at-login.ts'
import type { SecondFactor } from '#server/domains/accounts/second-factor/second-factor.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { createTestClock } from '../../kit/clock.ts'
import { runBehindLock } from '../../kit/held-lock.ts'
import { ADDRESS, openSecondFactor, PASSWORD, STEP } from '../../kit/second-factor-cases.ts'
import { codeAt } from '../../kit/second-factor-codes.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()
const at = () => new Date(clock.now())
const code = (expected: string) => expect.objectContaining({ code: expected })

const kit = useStarted(() => openSecondFactor(clock))
let factor: SecondFactor
beforeEach(() => {
  clock.advance(STEP)
  factor = kit.reopen()
})

describe('new passwords', () => {
  // covers: beyond-two-step-code-limit
  it('allow forty codes a day for the account in all, and leave its owner some after the thirty of one password', async () => {
    const { who } = await kit.enrolled()
    const user = await kit.prisma.user.findUniqueOrThrow({ where: { id: who.id } })
    let tried = 0
    const refusals: unknown[] = []
    for (let password = 0; password < 12; password += 1)
      for (let attempt = 0; attempt < 5; attempt += 1)
        await countLoginAttempt(kit.context(), { ...user, passwordHash: `hash ${password}` }).then(
          () => {
            tried += 1
          },
          (error) => refusals.push(error),
        )
    expect(tried).toBe(40)
    expect(refusals).toEqual(Array(20).fill(code('RATE_LIMITED')))
    await acceptAtLogin(kit.context(), user, 'app')
    await expect(
      countLoginAttempt(kit.context(), { ...user, passwordHash: 'of the owner' }),
    ).resolves.toBeUndefined()
  })
})

describe('an account whose address is not verified', () => {
  // covers: beyond-two-step-after-verification
  it('cannot switch two-step login on, nor confirm an enrolment', async () => {
    const who = await kit.member()
    const { secret } = await factor.begin(who, PASSWORD, ADDRESS)
    const unverified = { ...who, emailVerified: false }
    await expect(factor.begin(unverified, PASSWORD, ADDRESS)).rejects.toEqual(code('EMAIL_NOT_VERIFIED'))
    await expect(factor.confirm(unverified, codeAt(secret, clock.now()), ADDRESS)).rejects.toEqual(
      code('EMAIL_NOT_VERIFIED'),
    )
    expect((await factor.read(who)).since).toBeNull()
  })
})

describe('the code that confirmed an enrolment', () => {
  it('does not work a second time', async () => {
    const who = await kit.member()
    const { secret } = await factor.begin(who, PASSWORD, ADDRESS)
    const used = codeAt(secret, clock.now())
    await factor.confirm(who, used, ADDRESS)
    await expect(factor.prove(who, used, ADDRESS)).rejects.toEqual(code('SECOND_FACTOR_INVALID'))
  })
})

describe('a proof and a change of the factor', () => {
  it('lock the account first, so they cannot wait for each other', async () => {
    const { who, next } = await kit.enrolled()
    const lockUser = (holder: PoolClient) =>
      holder.query('SELECT 1 FROM "user" WHERE id = $1 FOR UPDATE', [who.id])
    // While the proof waits for the account, the other side can still lock the factor and the session.
    const lockTheRest = async (holder: PoolClient) => {
      await holder.query('SELECT 1 FROM second_factor WHERE user_id = $1 FOR UPDATE NOWAIT', [who.id])
      await holder.query('UPDATE second_factor SET last_used_step = 0 WHERE user_id = $1', [who.id])
      await holder.query('SELECT 1 FROM session WHERE user_id = $1 FOR UPDATE NOWAIT', [who.id])
      await holder.query('UPDATE session SET factor_at = NULL WHERE user_id = $1', [who.id])
    }
    const prove = () => factor.prove(who, next(), ADDRESS)
    expect(
      await runBehindLock(kit.pool, { lock: lockUser, work: prove, change: lockTheRest }),
    ).toBeUndefined()
    expect((await kit.sessionOf(who)).factorAt).toEqual(at())
    clock.advance(STEP)
    const renew = () => factor.renewRecoveryCodes(who, { password: PASSWORD }, ADDRESS)
    const lockCodes = (holder: PoolClient) =>
      holder.query('SELECT 1 FROM recovery_code WHERE user_id = $1 FOR UPDATE NOWAIT', [who.id])
    expect(await runBehindLock(kit.pool, { lock: lockUser, work: renew, change: lockCodes })).toHaveLength(10)
  })
})

describe('the stored secret', () => {
  const box = createSecretBox(TEST_SECRET_KEY)
  const store = (userId: string, secret: Uint8Array) =>
    kit.prisma.secondFactor.update({ where: { userId }, data: { secret: new Uint8Array(secret) } })
  const stored = async (userId: string) =>
    (await kit.prisma.secondFactor.findUniqueOrThrow({ where: { userId } })).secret

  // covers: beyond-two-step-copied-secret
  it('does not open in the row of another account', async () => {
    const [asha, mallory] = [await kit.enrolled(), await kit.enrolled()]
    await store(asha.who.id, await stored(mallory.who.id))
    await expect(factor.prove(asha.who, mallory.next(), ADDRESS)).rejects.toThrow()
    expect((await kit.sessionOf(asha.who)).factorAt).not.toEqual(at())
  })

  it('opens from an earlier version, and is bound to its account at the next use', async () => {
    const [asha, mallory] = [await kit.enrolled(), await kit.enrolled()]
    await store(asha.who.id, box.seal('totp', Secret.fromBase32(asha.secret).bytes))
    await factor.prove(asha.who, asha.next(), ADDRESS)
    await store(mallory.who.id, await stored(asha.who.id))
    await expect(factor.prove(mallory.who, asha.next(), ADDRESS)).rejects.toThrow()
    clock.advance(STEP)
    await expect(factor.prove(asha.who, asha.next(), ADDRESS)).resolves.toBeUndefined()
  })
})
