import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { join, type Person } from '../../kit/person.ts'
import { PASSWORD } from '../../kit/privacy.ts'
import {
  BEGIN,
  CONFIRM,
  codeAt,
  DISABLE,
  enrol,
  logInWith,
  newSession,
  PROVE,
  RENEW,
  STATE,
} from '../../kit/second-factor.ts'

const clock = createTestClock()
let node: TestApp
beforeAll(async () => {
  node = await startApp({ clock, env: { STAFF_TWO_FACTOR: 'on' } })
})
afterAll(() => node[Symbol.asyncDispose]())

const prisma = () => node.app.context.database.prisma
const liveSessions = ({ id }: Person) => prisma().session.count({ where: { userId: id, revokedAt: null } })
const WRONG = '000000'

/** A code that is wrong now and in the neighbouring time steps. */
const wrongFor = (secret: string) => {
  const right = [-60_000, -30_000, 0, 30_000, 60_000].map((shift) => codeAt(secret, clock.now() + shift))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !right.includes(one)) ?? WRONG
  )
}

describe('enabling two-step login', () => {
  it('needs the password, and takes effect only when a code confirms it', async () => {
    const asha = await join(node)
    expect((await ask(node, asha, BEGIN, { password: 'Another-1!' })).codes).toEqual(['INVALID'])
    const begun = await ask(node, asha, BEGIN, { password: PASSWORD })
    const { secret, uri } = begun.data?.beginSecondFactor ?? {}
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${secret}`)
    expect((await ask(node, asha, STATE)).data?.secondFactor.since).toBeNull()
    expect((await logInWith(node, asha)).status).toBe(200)
    const wrong = await ask(node, asha, CONFIRM, { code: wrongFor(secret) })
    expect(wrong.codes).toEqual(['SECOND_FACTOR_INVALID'])
    expect(wrong.errors[0]?.extensions?.fields).toHaveProperty('code')
    expect((await logInWith(node, asha)).status).toBe(200)
  })

  it('returns ten recovery codes, shows the date, and mails the owner', async () => {
    const asha = await join(node)
    const { recoveryCodes } = await enrol(node, asha, clock)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect((await ask(node, asha, STATE)).data?.secondFactor).toEqual({
      since: new Date(clock.now()).toISOString(),
      recoveryCodesLeft: 10,
      staff: 'NOT_NEEDED',
    })
    await mailed(node, asha.user.userName, /Two-step login is on/)
  })

  it('ends every other session of the account and keeps this one', async () => {
    const asha = await join(node)
    const other = await newSession(node, asha)
    const stream = await other.stream()
    await enrol(node, asha, clock)
    await stream.ended
    expect((await other.call('GET', '/api/session')).status).toBe(401)
    expect((await asha.call('GET', '/api/session')).status).toBe(200)
  })

  it('is refused while two-step login is on, and its confirmation is refused after an hour', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    await enrol(node, asha, clock)
    expect((await ask(node, asha, BEGIN, { password: PASSWORD })).codes).toEqual(['CONFLICT'])
    const { data } = await ask(node, ben, BEGIN, { password: PASSWORD })
    clock.advance(61 * 60_000)
    const code = codeAt(data?.beginSecondFactor.secret, clock.now())
    expect((await ask(node, ben, CONFIRM, { code })).codes).toEqual(['CONFLICT'])
  })

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const asha = await join(node)
    const { secret, recoveryCodes } = await enrol(node, asha, clock)
    const { pool } = node.app.context.database
    const { rows } = await pool.query(
      `SELECT encode(secret, 'escape') || encode(secret, 'hex') AS stored, length(secret) AS bytes
       FROM second_factor WHERE user_id = $1
       UNION ALL SELECT encode(code_hash, 'escape') || encode(code_hash, 'hex'), length(code_hash)
       FROM recovery_code WHERE user_id = $1`,
      [asha.id],
    )
    expect(rows).toHaveLength(11)
    const { Secret } = await import('otpauth')
    const plain = [secret, Secret.fromBase32(secret).hex.toLowerCase()]
    const { createHash } = await import('node:crypto')
    for (const code of recoveryCodes) {
      const typed = code.replace('-', '')
      const digests = [code, typed].map((text) => createHash('sha256').update(text).digest('hex'))
      plain.push(code, typed, Buffer.from(code).toString('hex'), ...digests)
    }
    for (const { stored } of rows) for (const text of plain) expect(stored).not.toContain(text)
  })
})

describe('logging in with two-step login', () => {
  it('opens no session without a code, and answers that a code is required', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    const before = await liveSessions(asha)
    const asked = await logInWith(node, asha)
    expect(asked.status).toBe(401)
    expect(asked.body).toEqual({
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'Enter the code from your authenticator app.',
    })
    expect(asked.headers.get('set-cookie')).toBeNull()
    const wrong = await logInWith(node, asha, { code: wrongFor(factor.secret) })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toMatchObject({ code: 'SECOND_FACTOR_INVALID', fields: { code: expect.any(String) } })
    expect(await liveSessions(asha)).toBe(before)
    const right = await logInWith(node, asha, { code: factor.nextCode() })
    expect(right.status).toBe(200)
    expect(await liveSessions(asha)).toBe(before + 1)
  })

  it('reveals nothing about two-step login to a caller without the password', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    for (const code of [undefined, factor.nextCode()]) {
      const answer = await logInWith(node, asha, { password: 'Not-this-1', ...(code ? { code } : {}) })
      expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })

  it('works the same over GraphQL', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    const LOGIN = `mutation($userName: String!, $password: String!, $code: String) {
      logIn(userName: $userName, password: $password, code: $code) { token } }`
    const given = { userName: asha.user.userName, password: PASSWORD }
    expect((await ask(node, null, LOGIN, given)).codes).toEqual(['SECOND_FACTOR_REQUIRED'])
    const wrong = await ask(node, null, LOGIN, { ...given, code: wrongFor(factor.secret) })
    expect(wrong.codes).toEqual(['SECOND_FACTOR_INVALID'])
    const right = await ask(node, null, LOGIN, { ...given, code: factor.nextCode() })
    expect(right.data?.logIn.token).toEqual(expect.any(String))
  })

  it('accepts a code once, even from many simultaneous logins', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    const code = factor.nextCode()
    const answers = await Promise.all(Array.from({ length: 5 }, () => logInWith(node, asha, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect((await logInWith(node, asha, { code })).body.code).toBe('SECOND_FACTOR_INVALID')
  })

  it('accepts the codes of the previous and next time step, and of no other', async () => {
    const asha = await join(node)
    const { secret } = await enrol(node, asha, clock)
    clock.advance(5 * 60_000)
    for (const shift of [-60_000, 60_000]) {
      const answer = await logInWith(node, asha, { code: codeAt(secret, clock.now() + shift) })
      expect(answer.body.code).toBe('SECOND_FACTOR_INVALID')
    }
    for (const shift of [-30_000, 30_000]) {
      const answer = await logInWith(node, asha, { code: codeAt(secret, clock.now() + shift) })
      expect(answer.status).toBe(200)
    }
  })

  it('accepts each recovery code once, in any spelling, and mails the owner', async () => {
    const asha = await join(node)
    const { recoveryCodes } = await enrol(node, asha, clock)
    const [first = ''] = recoveryCodes
    const typed = ` ${first.toLowerCase().replace('-', ' ')} `
    expect((await logInWith(node, asha, { code: typed })).status).toBe(200)
    expect((await logInWith(node, asha, { code: first })).body.code).toBe('SECOND_FACTOR_INVALID')
    const mail = await mailed(node, asha.user.userName, /recovery code was used/)
    expect(mail.text).toContain('You have 9 left')
    expect((await ask(node, asha, STATE)).data?.secondFactor.recoveryCodesLeft).toBe(9)
  })

  it('refuses the codes of another account', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const [hers, his] = [await enrol(node, asha, clock), await enrol(node, ben, clock)]
    for (const code of [his.nextCode(), his.recoveryCodes[0] ?? ''])
      expect((await logInWith(node, asha, { code })).body.code).toBe('SECOND_FACTOR_INVALID')
    expect((await logInWith(node, asha, { code: hers.recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  it('stays required after a password reset, which opens no session', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    const { userName } = asha.user
    const ASK =
      'mutation($user: String!, $origin: String!) { requestPasswordReset(user: $user, origin: $origin) }'
    const asked = await ask(node, null, ASK, { user: userName, origin: 'http://localhost:0' })
    expect(asked.data).toEqual({ requestPasswordReset: true })
    const { link } = await mailed(node, userName, /Reset your/)
    const token = link.searchParams.get('token')
    const RESET =
      'mutation($token: String!, $newPassword: String!) { resetPassword(token: $token, newPassword: $newPassword) }'
    const done = await ask(node, null, RESET, { token, newPassword: 'Lantern-Orchid-27' })
    expect(done.data).toEqual({ resetPassword: true })
    expect(done.headers.get('set-cookie')).toBeNull()
    expect((await logInWith(node, asha, { password: 'Lantern-Orchid-27' })).body.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    )
    const answer = await logInWith(node, asha, { password: 'Lantern-Orchid-27', code: factor.nextCode() })
    expect(answer.status).toBe(200)
  })
})

describe('wrong codes', () => {
  it('are limited per account at login, and callers without the password cannot use up the limit', async () => {
    const strict = await startApp({ clock, env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'off' } })
    const asha = await join(strict)
    const factor = await enrol(strict, asha, clock)
    const wrong = wrongFor(factor.secret)
    for (let tried = 0; tried < 4; tried += 1) {
      const stranger = await logInWith(strict, asha, { password: 'Not-this-1', code: wrong })
      expect(stranger.body.code).not.toBe('SECOND_FACTOR_INVALID')
    }
    const limits = strict.app.context.limits
    await limits.forget('failedLoginByAccount', asha.user.userName)
    const statuses: number[] = []
    for (let tried = 0; tried < 6; tried += 1) {
      statuses.push((await logInWith(strict, asha, { code: wrong })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    await strict[Symbol.asyncDispose]()
  })

  it('are limited per session', async () => {
    const strict = await startApp({ clock, env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'off' } })
    const asha = await join(strict)
    const factor = await enrol(strict, asha, clock)
    const codes: unknown[] = []
    for (let tried = 0; tried < 6; tried += 1)
      codes.push(...(await ask(strict, asha, PROVE, { code: wrongFor(factor.secret) })).codes)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'SECOND_FACTOR_INVALID'), 'RATE_LIMITED'])
    await strict[Symbol.asyncDispose]()
  })
})

describe('disabling two-step login and renewing the recovery codes', () => {
  it('need the password or a code', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    for (const proof of [{}, { password: 'Not-this-1' }])
      expect((await ask(node, asha, DISABLE, proof)).codes).toEqual(['INVALID'])
    const wrong = await ask(node, asha, DISABLE, { code: wrongFor(factor.secret) })
    expect(wrong.codes).toEqual(['SECOND_FACTOR_INVALID'])
    expect((await ask(node, asha, RENEW, { password: 'Not-this-1' })).codes).toEqual(['INVALID'])
    const renewed = await ask(node, asha, RENEW, { code: factor.nextCode() })
    expect(renewed.data?.renewRecoveryCodes).toHaveLength(10)
    const [old = ''] = factor.recoveryCodes
    expect((await logInWith(node, asha, { code: old })).body.code).toBe('SECOND_FACTOR_INVALID')
    const off = await ask(node, asha, DISABLE, { password: PASSWORD })
    expect(off.data).toEqual({ disableSecondFactor: true })
    await mailed(node, asha.user.userName, /Two-step login is off/)
    expect((await logInWith(node, asha)).status).toBe(200)
    expect((await ask(node, asha, STATE)).data?.secondFactor).toMatchObject({
      since: null,
      recoveryCodesLeft: 0,
    })
    expect((await ask(node, asha, DISABLE, { password: PASSWORD })).codes).toEqual(['CONFLICT'])
    expect((await ask(node, asha, RENEW, { password: PASSWORD })).codes).toEqual(['CONFLICT'])
  })

  it('send no mail after a failed attempt', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    await mailed(node, asha.user.userName, /Two-step login is on/)
    const before = mailsTo(node, asha.user.userName).length
    await ask(node, asha, DISABLE, { code: wrongFor(factor.secret) })
    expect(mailsTo(node, asha.user.userName)).toHaveLength(before)
  })
})

describe('the data of a member', () => {
  it('contain no second factor after the erasure', async () => {
    const asha = await join(node)
    await enrol(node, asha, clock)
    await prisma().user.update({
      where: { id: asha.id },
      data: { active: false, closedAt: new Date(clock.now()), eraseAfter: new Date(clock.now()) },
    })
    clock.advance(60_000)
    await node.app.context.privacy.sweep()
    const where = { userId: asha.id }
    expect(await prisma().secondFactor.count({ where })).toBe(0)
    expect(await prisma().recoveryCode.count({ where })).toBe(0)
  })

  it('contain no unconfirmed enrolment after a day', async () => {
    const asha = await join(node)
    await ask(node, asha, BEGIN, { password: PASSWORD })
    clock.advance(25 * 60 * 60_000)
    await node.app.context.privacy.sweep()
    expect(await prisma().secondFactor.count({ where: { userId: asha.id } })).toBe(0)
  })
})
