import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { mailed } from '../../kit/mails.ts'
import { aRegistration, call } from '../../kit/person.ts'

const ORIGIN = 'https://rapport.example'
const FROM = { 'x-forwarded-for': '192.0.2.7' }

// covers: beyond-security-log
it('the security log contains every authentication event, and neither an address nor a secret', async () => {
  const lines: string[] = []
  const log = pino({ level: 'fatal' }, { write: (line) => void lines.push(line) })
  const env = { PUBLIC_URL: ORIGIN, TRUST_PROXY: 'on', RATE_LIMIT_FACTOR: '1' }
  const node = await startApp({ log, env })
  try {
    const input = aRegistration()
    const email = input.userName
    const post = (path: string, body: unknown) => call(node.url, 'POST', path, { body, headers: FROM })
    const logIn = (password: string) => post('/auth', { userName: email, password })
    const first = await post('/api/user', input)
    const { id } = first.body.user as { id: string }
    const verification = await mailed(node, email, /Verify/)
    await call(node.url, 'GET', `/api/verify${verification.link.search}`, { headers: FROM })
    await logIn('Wrong-Monsoon-1')
    await post('/auth', { userName: 'nobody@example.com', password: 'Wrong-Monsoon-1' })
    const second = await logIn(input.password)
    await ask(node, { token: String(second.body.token) }, 'mutation { revokeOtherSessions }')
    await call(node.url, 'GET', '/api/v1/logout', { token: String(second.body.token), headers: FROM })
    for (let times = 0; times < 10; times += 1) await logIn('Wrong-Monsoon-1')
    await node.app.context.limits.forget('loginByAccountAndNetwork', `${email} 192.0.2.7`)
    await logIn(input.password)
    await post('/password/reset', { user: email, origin: ORIGIN })
    const { link } = await mailed(node, email, /Reset/)
    const token = link.searchParams.get('token')
    await post('/password/confirm-reset', { token, newPassword: 'Nine-boats-1' })
    const other = aRegistration()
    await post('/api/user', other)
    const { text } = await mailed(node, other.userName, /Verify/)
    const removal = new URL(text.match(/This wasn't me: (\S+)/)?.[1] ?? '')
    await post('/api/registration/removal', Object.fromEntries(removal.searchParams))

    const events = lines.map((line) => JSON.parse(line)).filter((line) => line.log === 'security')
    const seen = new Set(events.map(({ event, reason }) => (reason ? `${event}: ${reason}` : event)))
    expect([...seen].sort()).toEqual([
      'authn_email_verified',
      'authn_login_fail: unknown_account',
      'authn_login_fail: wrong_password',
      'authn_login_lock: rate_limited',
      'authn_login_success',
      'authn_logout',
      'authn_password_changed: reset',
      'authn_password_reset_requested',
      'authn_register',
      'authn_registration_disowned',
      'authn_token_revoked: ended_by_member',
      'authn_token_revoked: password_changed',
    ])
    const known = events.filter(({ event }) => event === 'authn_login_success')
    expect(known).toMatchObject([{ userId: id, network: '192.0.2.7' }, { userId: id }])
    const all = lines.join('')
    for (const secret of [email, other.userName, 'nobody@', input.password, String(second.body.token), token])
      expect(all).not.toContain(secret)
  } finally {
    await node[Symbol.asyncDispose]()
  }
})
