import { describe, expect, it } from 'vitest'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { aRegistration, call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode({ env: { PUBLIC_URL: 'https://rapport.example' } })

const NEW_PASSWORD = 'Brand-new-1'
const ORIGIN = 'https://rapport.example'
const INVALID = 'This reset link is invalid or has expired. Please request a new one.'

const ask = (user: string, origin = ORIGIN) =>
  call(node.url, 'POST', '/password/reset', { body: { user, origin } })
const logIn = (userName: string, password: string) =>
  call(node.url, 'POST', '/auth', { body: { userName, password } })

/** A member who requested a reset, with the link and code of the mail. */
async function requestedReset() {
  const person = await join(node)
  expect((await ask(person.user.userName)).status).toBe(200)
  const { link, code, text } = await mailed(node, person.user.userName, /Reset/)
  return { person, link, code, text, token: link.searchParams.get('token') ?? '' }
}

const expire = (person: Person) =>
  node.app.context.database.prisma.passwordReset.updateMany({
    where: { userId: person.id },
    data: { expires: new Date(Date.now() - 1000) },
  })

const isValidToken = async (token: string) => {
  const { body } = await call(node.url, 'GET', `/password/validate-token?${new URLSearchParams({ token })}`)
  return body.valid
}
const confirm = (token: string, newPassword = NEW_PASSWORD) =>
  call(node.url, 'POST', '/password/confirm-reset', { body: { token, newPassword } })
const changeAfter = (userName: string, passwordResetToken: string, newPassword = NEW_PASSWORD) =>
  call(node.url, 'PUT', '/rapport-api/password/change-after-reset', {
    body: { userName, passwordResetToken, newPassword },
  })
const finishReset = (userName: string, passwordResetToken: string) =>
  call(node.url, 'PUT', '/password/finish-reset', {
    body: { userName, passwordResetToken, newPassword: NEW_PASSWORD },
  })
const exchange = (userName: string, resetCode: string) =>
  call(
    node.url,
    'GET',
    `/rapport-api/password/verify-reset-code?${new URLSearchParams({ userName, resetCode })}`,
  )

describe('requesting a password reset', () => {
  // covers: 7-password-reset, design-reset-codes-not-guessable
  it('mails a link to our own address and a code, and stores neither', async () => {
    const { person, link, code, token } = await requestedReset()
    expect(link.origin).toBe(ORIGIN)
    expect(link.pathname).toBe('/reset-password')
    expect(link.searchParams.get('email')).toBe(person.user.userName)
    const [row] = await node.app.context.database.prisma.passwordReset.findMany({
      where: { userId: person.id },
    })
    const stored = JSON.stringify(row, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(code.replace('-', ''))
  })

  // covers: 4.10-reset-request
  it('gives the same answer for an address without an account, and mails nothing there', async () => {
    const person = await join(node)
    const known = await ask(`  ${person.user.userName.toUpperCase()} `)
    const unknown = await ask('nobody@example.com')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(known.body).toEqual(unknown.body)
    await mailed(node, person.user.userName, /Reset/)
    expect(mailsTo(node, 'nobody@example.com')).toEqual([])
  })

  // covers: design-reset-origin-listed
  it.each(['https://evil.example', 'null', '', 'https://rapport.example.evil.example'])(
    'refuses the origin %j for every address',
    async (origin) => {
      const person = await join(node)
      const known = await ask(person.user.userName, origin)
      expect(known.status).toBe(400)
      expect(known.body).toEqual((await ask('nobody@example.com', origin)).body)
      expect(mailsTo(node, person.user.userName).filter(({ subject }) => /Reset/.test(subject))).toEqual([])
    },
  )

  // covers: 5-reset-request-email
  it.each(['', 'not an address', 'a@b'])('refuses the address %j', async (user) => {
    const { status, body } = await ask(user)
    expect(status).toBe(400)
    expect(body.fields).toEqual({ user: 'Please enter a valid email address' })
  })
})

describe('the reset link', () => {
  // covers: 4.10-reset-link, 7-confirm-reset
  it('stays valid until it is used, and sets the password once', async () => {
    const { person, token } = await requestedReset()
    expect(await isValidToken(token)).toBe(true)
    expect((await confirm(token)).status).toBe(200)
    expect((await logIn(person.user.userName, NEW_PASSWORD)).status).toBe(200)
    expect((await logIn(person.user.userName, 'Monsoon-2026')).status).toBe(401)
    expect(await isValidToken(token)).toBe(false)
    const again = await confirm(token, 'Another-one-2')
    expect([again.status, again.body.message]).toEqual([400, INVALID])
    expect((await logIn(person.user.userName, NEW_PASSWORD)).status).toBe(200)
  })

  // covers: 7-change-after-reset
  it('works with the user name of its account, and with no other', async () => {
    const { person, token } = await requestedReset()
    const stranger = await join(node)
    expect((await changeAfter(stranger.user.userName, token)).body.message).toBe(INVALID)
    expect((await logIn(stranger.user.userName, 'Monsoon-2026')).status).toBe(200)
    expect((await changeAfter(person.user.userName.toUpperCase(), token)).status).toBe(200)
    expect((await logIn(person.user.userName, NEW_PASSWORD)).status).toBe(200)
  })

  it('fails when it has expired or never existed', async () => {
    const { person, token } = await requestedReset()
    await expire(person)
    expect(await isValidToken(token)).toBe(false)
    expect((await confirm(token)).body.message).toBe(INVALID)
    expect(await isValidToken('never-given-out')).toBe(false)
    expect((await confirm('never-given-out')).status).toBe(400)
    expect((await logIn(person.user.userName, 'Monsoon-2026')).status).toBe(200)
  })

  it('works once when it is used many times simultaneously', async () => {
    const { person, token } = await requestedReset()
    const passwords = [1, 2, 3, 4, 5].map((n) => `Brand-new-${n}`)
    const answers = await Promise.all(passwords.map((password) => confirm(token, password)))
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect((await logIn(person.user.userName, passwords[winner] ?? '')).status).toBe(200)
  })

  // covers: design-reset-ends-sessions
  it('ends every session, stream and other reset of the account', async () => {
    const { person, token, code } = await requestedReset()
    const second = String((await logIn(person.user.userName, 'Monsoon-2026')).body.token)
    const stream = await person.stream()
    expect((await confirm(token)).status).toBe(200)
    await stream.next('session_ended')
    await stream.ended
    for (const session of [person.token, second])
      expect((await call(node.url, 'GET', '/api/session', { token: session })).status).toBe(401)
    expect((await exchange(person.user.userName, code)).status).toBe(400)
    await mailed(node, person.user.userName, /password was changed/)
  })

  // covers: 5-new-password
  it.each([
    ['Ab1', 'Password must be at least 8 characters'],
    ['monsoon-2026', 'Password must contain at least one uppercase letter'],
    ['MONSOON-2026', 'Password must contain at least one lowercase letter'],
    ['Monsoon-rain', 'Password must contain at least one number'],
  ])('refuses the password %j and stays usable', async (password, message) => {
    const { person, token } = await requestedReset()
    for (const answer of [
      await confirm(token, password),
      await changeAfter(person.user.userName, token, password),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toEqual({ newPassword: message })
    }
    expect(await isValidToken(token)).toBe(true)
  })

  // covers: 5-reset-token-required
  it('needs a token', async () => {
    const { status, body } = await confirm('')
    expect([status, body.message]).toEqual([400, 'Reset token is required'])
    expect((await call(node.url, 'GET', '/password/validate-token')).status).toBe(400)
  })
})

describe('the reset code', () => {
  // covers: 4.10-reset-code, 7-finish-reset
  it('yields once a token that sets the password', async () => {
    const { person, code } = await requestedReset()
    const { status, body } = await exchange(person.user.userName, ` ${code.toLowerCase().replace('-', ' ')} `)
    expect(status).toBe(200)
    expect(body.resetToken).toBe(body.token)
    expect((await exchange(person.user.userName, code)).body.message).toBe('Invalid reset code or username')
    expect((await finishReset(person.user.userName, String(body.token))).status).toBe(200)
    expect((await logIn(person.user.userName, NEW_PASSWORD)).status).toBe(200)
    expect((await finishReset(person.user.userName, String(body.token))).status).toBe(400)
  })

  it('returns one token for many simultaneous exchanges', async () => {
    const { person, code } = await requestedReset()
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(person.user.userName, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  // covers: 8.2-verification-failed
  it('gets the same refusal for another account, after expiry and when it is wrong', async () => {
    const { person, code } = await requestedReset()
    const stranger = await requestedReset()
    const refusals = [
      await exchange(stranger.person.user.userName, code),
      await exchange(person.user.userName, '00000-00000'),
      await exchange('nobody@example.com', code),
    ]
    await expire(person)
    refusals.push(await exchange(person.user.userName, code))
    for (const { status, body } of refusals)
      expect([status, body.message]).toEqual([400, 'Invalid reset code or username'])
  })

  // covers: design-reset-code-validity
  it('works only when it is the newest, while links of earlier mails stay valid', async () => {
    const first = await requestedReset()
    const { userName } = first.person.user
    await ask(userName)
    await expect
      .poll(() => mailsTo(node, userName).filter(({ subject }) => /Reset/.test(subject)).length)
      .toBe(2)
    const second = await mailed(node, userName, /Reset/)
    expect(second.code).not.toBe(first.code)
    expect((await exchange(userName, first.code)).body.message).toBe('Invalid reset code or username')
    expect((await exchange(userName, second.code)).status).toBe(200)
    expect((await confirm(first.token)).status).toBe(200)
  })

  // covers: 5-reset-by-code
  it('needs at least six characters and a valid address', async () => {
    const { status, body } = await exchange('nowhere', '123')
    expect(status).toBe(400)
    expect(body.fields).toEqual({
      userName: 'Please enter a valid email address',
      resetCode: 'Reset code must be at least 6 characters',
    })
  })
})

it('a reset token cannot change the password of another account', async () => {
  const { token } = await requestedReset()
  const input = aRegistration()
  await call(node.url, 'POST', '/api/user', { body: input })
  expect((await finishReset(input.userName, token)).status).toBe(400)
  expect((await logIn(input.userName, input.password)).status).toBe(200)
})
