import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { mailed } from '../../kit/mails.ts'
import { join, type Person } from '../../kit/person.ts'
import { PASSWORD } from '../../kit/privacy.ts'
import { codeAt, enrol, logInWith, PROVE, STATE, wrongCode } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const clock = createTestClock()
const node = useNode({ clock, env: { STAFF_TWO_FACTOR: 'on' } })

const liveSessions = ({ id }: Person) =>
  node.app.context.database.prisma.session.count({ where: { userId: id, revokedAt: null } })

describe('logging in with two-step login', () => {
  // covers: beyond-two-step-before-session
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
    const wrong = await logInWith(node, asha, { code: wrongCode(factor.secret, clock) })
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
    const wrong = await ask(node, null, LOGIN, { ...given, code: wrongCode(factor.secret, clock) })
    expect(wrong.codes).toEqual(['SECOND_FACTOR_INVALID'])
    const right = await ask(node, null, LOGIN, { ...given, code: factor.nextCode() })
    expect(right.data?.logIn.token).toEqual(expect.any(String))
  })

  // covers: beyond-two-step-code-once
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
  // covers: beyond-two-step-attempts
  it('use up a limit per account at login, but not without the right password', async () => {
    const strict = await startApp({ clock, env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'off' } })
    const asha = await join(strict)
    const factor = await enrol(strict, asha, clock)
    const wrong = wrongCode(factor.secret, clock)
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

  it('use up a limit per session', async () => {
    const strict = await startApp({ clock, env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'off' } })
    const asha = await join(strict)
    const factor = await enrol(strict, asha, clock)
    const codes: unknown[] = []
    for (let tried = 0; tried < 6; tried += 1)
      codes.push(...(await ask(strict, asha, PROVE, { code: wrongCode(factor.secret, clock) })).codes)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'SECOND_FACTOR_INVALID'), 'RATE_LIMITED'])
    await strict[Symbol.asyncDispose]()
  })
})
