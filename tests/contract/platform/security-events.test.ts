import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { mailed } from '../../kit/mails.ts'
import { call, join } from '../../kit/person.ts'
import { PASSWORD } from '../../kit/privacy.ts'
import { BEGIN, CONFIRM, codeAt, DISABLE, logInWith } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'
const NETWORK = '192.0.2.7'
const FROM = { 'x-forwarded-for': NETWORK }
const WRONG = 'Wrong-Monsoon-1'

const clock = createTestClock()
let lines: string[] = []
const node = useNode({
  clock,
  log: pino({ level: 'fatal' }, { write: (line) => void lines.push(line) }),
  env: { PUBLIC_URL: ORIGIN, TRUST_PROXY: 'on', STAFF_TWO_FACTOR: 'on' },
})
beforeEach(() => {
  lines = []
})

/** Returns the events recorded for this account, without the fields of every log line. */
const eventsOf = (userId: string) =>
  lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.log === 'security' && line.userId === userId)
    .map(({ event, reason, network }) => ({ event, ...(reason ? { reason } : {}), network }))

describe('the security log', () => {
  const refusal = (reason: string) => ({ event: 'authz_fail', reason, network: NETWORK })

  it('records a refused staff call of a member: a route, a field and GraphiQL', async () => {
    const { id, token } = await join(node)
    lines = []
    await call(node.url, 'GET', '/api/v1/admin/stats', { token, headers: FROM })
    await ask(node, { token }, '{ adminStats { totalUsers } }', {}, FROM)
    await call(node.url, 'GET', '/graphql', { token, headers: { ...FROM, accept: 'text/html' } })
    expect(eventsOf(id)).toEqual(Array(3).fill(refusal('role_missing')))
  })

  it('records a refused staff call of an administrator without a second factor: a route, a field and GraphiQL', async () => {
    const { id, token } = await joinAs(node, 'ADMIN')
    lines = []
    await call(node.url, 'GET', '/api/v1/admin/stats', { token, headers: FROM })
    await ask(node, { token }, '{ adminStats { totalUsers } }', {}, FROM)
    await call(node.url, 'GET', '/graphql', { token, headers: { ...FROM, accept: 'text/html' } })
    expect(eventsOf(id)).toEqual(Array(3).fill(refusal('second_factor_missing')))
  })

  it('records no staff call of a visitor or a suspended member', async () => {
    const { id, token } = await joinAs(node, 'suspended')
    lines = []
    for (const caller of [token, null]) {
      await call(node.url, 'GET', '/api/v1/admin/stats', { token: caller, headers: FROM })
      await ask(node, caller ? { token: caller } : null, '{ adminStats { totalUsers } }', {}, FROM)
    }
    expect(eventsOf(id)).toEqual([])
    expect(lines).toEqual([])
  })
})

describe('the network of the caller in the security log', () => {
  it('appears with a wrong reset code, for a known and an unknown account', async () => {
    const { id, user } = await join(node)
    await call(node.url, 'POST', '/password/reset', { body: { user: user.userName, origin: ORIGIN } })
    await mailed(node, user.userName, /Reset/)
    lines = []
    for (const userName of [user.userName, 'nobody@example.com']) {
      const query = new URLSearchParams({ userName, resetCode: 'AAAAA-AAAAA' })
      const path = `/rapport-api/password/verify-reset-code?${query}`
      expect((await call(node.url, 'GET', path, { headers: FROM })).status).toBe(400)
    }
    expect(eventsOf(id)).toEqual([{ event: 'authn_reset_code_fail', network: NETWORK }])
    const all = lines.map((line) => JSON.parse(line)).filter(({ log }) => log === 'security')
    expect(all.map(({ event }) => event)).toEqual(Array(2).fill('authn_reset_code_fail'))
    for (const secret of [user.userName, 'nobody@', 'AAAAA']) expect(lines.join('')).not.toContain(secret)
  })

  it('appears with a wrong password for closing or deleting an account and for changing two-step login', async () => {
    const who = await join(node)
    lines = []
    for (const mutation of ['closeAccount', 'deleteAccount'])
      await ask(node, who, `mutation { ${mutation}(password: "${WRONG}") }`, {}, FROM)
    await ask(node, who, BEGIN, { password: WRONG }, FROM)
    await ask(node, who, DISABLE, { password: WRONG }, FROM)
    const failed = (reason: string) => ({ event: 'authn_password_check_fail', reason, network: NETWORK })
    expect(eventsOf(who.id)).toEqual([
      ...Array(2).fill(failed('closing')),
      ...Array(2).fill(failed('second_factor')),
    ])
    expect(lines.join('')).not.toContain(WRONG)
  })

  it('appears with every change of two-step login and sessions by a member', async () => {
    const who = await join(node)
    lines = []
    const begun = await ask(node, who, BEGIN, { password: PASSWORD }, FROM)
    const secret: string = begun.data?.beginSecondFactor.secret
    const wrong = codeAt(secret, clock.now() + 600_000)
    await ask(node, who, CONFIRM, { code: wrong }, FROM)
    const codes = (await ask(node, who, CONFIRM, { code: codeAt(secret, clock.now()) }, FROM)).data
    const [recoveryCode] = codes?.confirmSecondFactor ?? []
    const body = { userName: who.user.userName, password: PASSWORD }
    const logIn = (code: string) =>
      call(node.url, 'POST', '/auth', { body: { ...body, code }, headers: FROM })
    await logIn('AAAAA-AAAAA')
    const { token } = (await logIn(recoveryCode)).body
    await ask(node, who, DISABLE, { password: PASSWORD }, FROM)
    await ask(node, who, 'mutation { revokeOtherSessions }', {}, FROM)
    expect((await call(node.url, 'GET', '/api/session', { token: String(token) })).status).toBe(401)
    await ask(node, who, 'mutation { logOut }', {}, FROM)
    const events = eventsOf(who.id)
    expect(new Set(events.map(({ network }) => network))).toEqual(new Set([NETWORK]))
    expect(events.map(({ event }) => event)).toEqual([
      'authn_factor_fail',
      'authn_factor_enrolled',
      'authn_factor_fail',
      'authn_factor_success',
      'authn_recovery_code_used',
      'authn_login_success',
      'authn_factor_removed',
      'authn_token_revoked',
      'authn_logout',
    ])
    expect((await logInWith(node, who)).status).toBe(200)
  })
})
