import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask, joinAs, TRANSPORT_NAMES, TRANSPORTS } from '../../kit/graphql.ts'
import { DECIDE, DECIDE_ABOUT } from '../../kit/moderation.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'
import { PASSWORD } from '../../kit/privacy.ts'
import { DISABLE, enrol, joinAsStaff, newSession, PROVE, RENEW, STATE } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const clock = createTestClock()
const logged: string[] = []
const node = useNode({
  clock,
  // GraphiQL and introspection are for administrators, as in production.
  env: { STAFF_TWO_FACTOR: 'on', NODE_ENV: 'test' },
  log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
})

const STATS = '{ adminStats { totalUsers } }'
const REPORTS = '{ reports { totalCount } }'
const ROUTES = [
  ['GET', '/api/v1/admin/stats'],
  ['GET', '/api/v1/admin/users'],
  ['GET', '/api/v1/admin/launch-notifications'],
  ['POST', '/api/v1/admin/launch-notifications/notify'],
] as const

/** The error codes of every staff call by this session. */
async function refusals(who: Person) {
  const routes = await Promise.all(ROUTES.map(([method, path]) => who.call(method, path)))
  const fields = await Promise.all([STATS, REPORTS].map((query) => ask(node, who, query)))
  return {
    routes: new Set(routes.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim())),
    fields: new Set(fields.flatMap(({ codes }) => codes)),
  }
}

describe('a server that requires a second factor of staff', () => {
  // covers: beyond-second-factor-before-staff-routes
  it('refuses staff routes and fields until staff enrol, but not the member parts', async () => {
    const admin = await joinAs(node, 'ADMIN')
    expect(await refusals(admin)).toEqual({
      routes: new Set(['403 SECOND_FACTOR_ENROLMENT_REQUIRED']),
      fields: new Set(['SECOND_FACTOR_ENROLMENT_REQUIRED']),
    })
    expect((await ask(node, admin, STATE)).data?.secondFactor.staff).toBe('ENROLMENT_REQUIRED')
    expect((await admin.call('GET', '/api/session')).status).toBe(200)
    expect((await admin.findMatch()).status).toBe(202)
    await enrol(node, admin, clock)
    expect(await refusals(admin)).toEqual({ routes: new Set(['200']), fields: new Set() })
  })

  it('refuses subscriptions to the live figures until staff enrol', async () => {
    const moderator = await joinAs(node, 'MODERATOR')
    for (const transport of TRANSPORT_NAMES) {
      const made = await TRANSPORTS[transport](node, moderator, 'subscription { liveFigures { online } }')
      const outcome = JSON.stringify([await made.ended, made.received])
      expect(outcome).toContain('SECOND_FACTOR_ENROLMENT_REQUIRED')
      expect(outcome).not.toContain('"online"')
    }
  })

  it('refuses members whose role is too low with FORBIDDEN', async () => {
    const member = await join(node)
    expect(await refusals(member)).toEqual({
      routes: new Set(['403 FORBIDDEN']),
      fields: new Set(['FORBIDDEN']),
    })
  })
})

describe('the factor of a staff session', () => {
  it('must be proven by a promoted member whose session has not done so', async () => {
    const member = await join(node)
    const factor = await enrol(node, member, clock)
    const { database, events } = node.app.context
    await database.prisma.session.updateMany({ where: { userId: member.id }, data: { factorAt: null } })
    await database.prisma.user.update({ where: { id: member.id }, data: { role: 'ADMIN' } })
    await events.emit('userChanged', { userId: member.id })
    expect(await refusals(member)).toEqual({
      routes: new Set(['403 SECOND_FACTOR_REQUIRED']),
      fields: new Set(['SECOND_FACTOR_REQUIRED']),
    })
    expect((await ask(node, member, PROVE, { code: '12345' })).codes).toEqual(['SECOND_FACTOR_INVALID'])
    expect((await ask(node, member, PROVE, { code: factor.nextCode() })).codes).toEqual([])
    expect(await refusals(member)).toEqual({ routes: new Set(['200']), fields: new Set() })
  })

  it('counts as proven after a login with a code', async () => {
    const { person, factor } = await joinAsStaff(node, 'ADMIN', clock)
    const again = await newSession(node, person, factor.nextCode())
    expect(await refusals(again)).toEqual({ routes: new Set(['200']), fields: new Set() })
  })

  it('stops counting on every node when it is disabled', async (context) => {
    const cluster = await startCluster(2, { clock, env: { STAFF_TWO_FACTOR: 'on' } })
    if (!cluster) return context.skip()
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    const { person, factor } = await joinAsStaff(first, 'ADMIN', clock)
    const stats = (on: TestApp) => call(on.url, 'GET', '/api/v1/admin/stats', { token: person.token })
    expect((await stats(second)).status).toBe(200)
    expect((await ask(first, person, DISABLE, { code: factor.nextCode() })).codes).toEqual([])
    expect((await stats(first)).body.code).toBe('SECOND_FACTOR_ENROLMENT_REQUIRED')
    clock.advance(1_001)
    expect((await stats(second)).body.code).toBe('SECOND_FACTOR_ENROLMENT_REQUIRED')
    await cluster[Symbol.asyncDispose]()
  })
})

describe('the GraphQL schema', () => {
  // covers: beyond-second-factor-for-schema
  it('appears in production only to administrators with a proven second factor', async () => {
    const closed = await startApp({
      clock,
      env: {
        STAFF_TWO_FACTOR: 'on',
        NODE_ENV: 'production',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUBLIC_URL: 'https://rapport.example',
        PROOF_OF_WORK: 'off',
      },
    })
    const admin = await joinAs(closed, 'ADMIN')
    const TYPES = '{ __schema { queryType { name } } }'
    const page = () =>
      call(closed.url, 'GET', '/graphql', { token: admin.token, headers: { accept: 'text/html' } })
    expect((await ask(closed, admin, TYPES)).codes).toEqual(['FORBIDDEN'])
    expect((await page()).status).toBe(403)
    await enrol(closed, admin, clock)
    expect((await ask(closed, admin, TYPES)).codes).toEqual([])
    expect((await page()).status).toBe(200)
    await closed[Symbol.asyncDispose]()
  })
})

describe('a ban', () => {
  // covers: beyond-second-factor-for-ban
  it('needs a factor proven by this session within the last ten minutes, unlike other decisions', async () => {
    const { person: moderator, factor } = await joinAsStaff(node, 'MODERATOR', clock)
    const subject = await join(node)
    const decide = (kind: string, days?: number) =>
      ask(node, moderator, DECIDE_ABOUT, { id: subject.id, kind, reason: 'Threats', days })
    clock.advance(10 * MINUTE + 1)
    expect((await decide('BAN')).codes).toEqual(['FRESH_FACTOR_REQUIRED'])
    expect((await decide('WARN')).codes).toEqual([])
    expect((await decide('SUSPEND', 3)).codes).toEqual([])
    const row = () => node.app.context.database.prisma.user.findUniqueOrThrow({ where: { id: subject.id } })
    expect((await row()).bannedAt).toBeNull()
    const other = await newSession(node, moderator, factor.nextCode())
    expect((await ask(node, moderator, STATE)).codes).toEqual([])
    expect((await decide('BAN')).codes).toEqual(['FRESH_FACTOR_REQUIRED'])
    expect((await ask(node, moderator, PROVE, { code: factor.nextCode() })).codes).toEqual([])
    expect((await decide('BAN')).codes).toEqual([])
    expect((await row()).bannedAt).not.toBeNull()
    expect((await other.call('GET', '/api/session')).status).toBe(200)
  })

  it('needs such a proof also when it answers a report', async () => {
    const { person: moderator } = await joinAsStaff(node, 'MODERATOR', clock)
    const { asha, ben } = await pair(node)
    await asha.call('POST', '/api/user/report/true', { reportedUserId: ben.id, reason: 'Rude' })
    clock.advance(11 * MINUTE)
    const answer = await ask(node, moderator, DECIDE, {
      id: crypto.randomUUID(),
      kind: 'BAN',
      reason: 'Threats',
    })
    expect(answer.codes).toEqual(['FRESH_FACTOR_REQUIRED'])
  })
})

describe('staff', () => {
  it('change their factor with a code, never with the password alone', async () => {
    const { person, factor } = await joinAsStaff(node, 'MODERATOR', clock)
    for (const change of [DISABLE, RENEW])
      expect((await ask(node, person, change, { password: PASSWORD })).codes).toEqual(['INVALID'])
    expect((await ask(node, person, DISABLE, { code: factor.nextCode() })).codes).toEqual([])
    expect((await ask(node, person, REPORTS)).codes).toEqual(['SECOND_FACTOR_ENROLMENT_REQUIRED'])
  })

  it('leave a line for each factor event in the security log, without codes or addresses', async () => {
    logged.length = 0
    const { person, factor } = await joinAsStaff(node, 'MODERATOR', clock)
    await newSession(node, person, factor.recoveryCodes[0])
    await ask(node, person, PROVE, { code: 'ABCDE-ABCDE' })
    await ask(node, person, DISABLE, { code: factor.nextCode() })
    const lines = logged.filter((line) => line.includes('"log":"security"') && line.includes(person.id))
    const names = lines
      .map((line) => JSON.parse(line).event)
      .filter((name: string) => /factor|recovery/.test(name))
    expect(names).toEqual([
      'authn_factor_enrolled',
      'authn_factor_success',
      'authn_recovery_code_used',
      'authn_factor_fail',
      'authn_factor_success',
      'authn_factor_removed',
    ])
    for (const line of lines) {
      expect(line).not.toContain(factor.secret)
      expect(line).not.toContain(factor.recoveryCodes[0])
      expect(line).not.toContain(person.user.userName)
    }
  })
})

describe('the session of staff', () => {
  const status = async (who: Person, headers = {}) =>
    (await call(node.url, 'GET', '/api/session', { token: who.token, headers })).status

  // covers: beyond-staff-session-12-hours
  it('ends twelve hours after the login, however much it is used', async () => {
    const { person, factor } = await joinAsStaff(node, 'MODERATOR', clock)
    const session = await newSession(node, person, factor.nextCode())
    for (let halfHours = 1; halfHours < 24; halfHours += 1) {
      clock.advance(30 * MINUTE)
      expect(await status(session)).toBe(200)
    }
    clock.advance(30 * MINUTE)
    expect(await status(session)).toBe(401)
  })

  // covers: beyond-staff-session-unused
  it('ends after an hour without use', async () => {
    const { person, factor } = await joinAsStaff(node, 'MODERATOR', clock)
    const session = await newSession(node, person, factor.nextCode())
    clock.advance(50 * MINUTE)
    expect(await status(session)).toBe(200)
    clock.advance(58 * MINUTE)
    expect(await status(session)).toBe(200)
    clock.advance(HOUR)
    expect(await status(session)).toBe(401)
  })

  // covers: beyond-staff-session-open-page
  it('does not last longer because of background requests from an unattended page', async () => {
    const { person, factor } = await joinAsStaff(node, 'MODERATOR', clock)
    const session = await newSession(node, person, factor.nextCode())
    const background = { 'x-background-request': '1' }
    for (let minutes = 5; minutes < 60; minutes += 5) {
      clock.advance(5 * MINUTE)
      expect(await status(session, background)).toBe(200)
    }
    clock.advance(5 * MINUTE)
    expect(await status(session, background)).toBe(401)
  })

  // covers: beyond-streams-end-with-session
  it('closes its streams and subscriptions when it ends', async () => {
    const { person, factor } = await joinAsStaff(node, 'MODERATOR', clock)
    const session = await newSession(node, person, factor.nextCode())
    const stays = await join(node)
    const [stream, kept] = [await session.stream(), await stays.stream()]
    const figures = await TRANSPORTS['graphql-ws'](node, session, 'subscription { liveFigures { online } }')
    await expect.poll(() => figures.received.length).toBeGreaterThan(0)
    await node.app.context.sessionSweep.sweep()
    expect(stream.received.map(({ event }) => event)).not.toContain('session_ended')
    clock.advance(HOUR)
    await node.app.context.sessionSweep.sweep()
    await Promise.all([stream.ended, figures.ended])
    expect(stream.received.at(-1)?.event).toBe('session_ended')
    expect(kept.received.map(({ event }) => event)).not.toContain('session_ended')
    kept.close()
  })

  it('counts from its own start when it began before the promotion', async () => {
    const member = await join(node)
    clock.advance(13 * HOUR)
    expect(await status(member)).toBe(200)
    const { database, events } = node.app.context
    await database.prisma.user.update({ where: { id: member.id }, data: { role: 'ADMIN' } })
    await events.emit('userChanged', { userId: member.id })
    expect(await status(member)).toBe(401)
  })
})

describe('a server that requires no second factor of staff', () => {
  it('logs staff in with a password alone, and gives their sessions the limits of members', async () => {
    const open = await startApp({ clock, env: { STAFF_TWO_FACTOR: 'off' } })
    const admin = await joinAs(open, 'ADMIN')
    clock.advance(13 * HOUR)
    expect((await admin.call('GET', '/api/v1/admin/stats')).status).toBe(200)
    const subject = await join(open)
    const ban = { id: subject.id, kind: 'BAN', reason: 'Threats' }
    expect((await ask(open, admin, DECIDE_ABOUT, ban)).codes).toEqual([])
    await open[Symbol.asyncDispose]()
  })
})
