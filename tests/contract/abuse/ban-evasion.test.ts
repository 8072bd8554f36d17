import { parseCookie } from 'cookie'
import { describe, expect, it } from 'vitest'
import type { Registration } from '#schema/registration.ts'
import { startApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { aRegistration, call } from '../../kit/person.ts'
import { prove } from '../../kit/proof.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000

const clock = createTestClock()
const node = useNode({ clock, env: { TRUST_PROXY: 'on', PROOF_OF_WORK: 'off' } })

interface Browser {
  /** Cookies are kept between requests, as in a browser. */
  device: string | null
  address: string
}
let browsers = 0
const aBrowser = (changes: Partial<Browser> = {}): Browser => {
  browsers += 1
  return { device: null, address: `203.0.113.${browsers}`, ...changes }
}

const headersOf = ({ address, device }: Browser): Record<string, string> => ({
  'x-forwarded-for': address,
  ...(device ? { cookie: `rapport_device=${device}` } : {}),
})

async function post(path: string, body: object, browser: Browser, headers: Record<string, string> = {}) {
  const answer = await call(node.url, 'POST', path, { body, headers: { ...headersOf(browser), ...headers } })
  const given = answer.headers.getSetCookie().find((one) => one.startsWith('rapport_device='))
  if (given) browser.device = parseCookie(given).rapport_device ?? null
  return answer
}
const register = (browser: Browser, changes: Partial<Registration> = {}, headers?: Record<string, string>) =>
  post('/api/user', aRegistration(changes), browser, headers)
const overGraphql = (
  browser: Browser,
  query: string,
  variables: Record<string, unknown>,
  headers: Record<string, string> = {},
) => ask(node, null, query, variables, { ...headersOf(browser), ...headers })
const REGISTER = 'mutation($input: RegistrationInput!) { register(input: $input) { token user { id } } }'
const LOG_IN = `mutation($userName: String!, $password: String!) {
  logIn(userName: $userName, password: $password) { user { id } } }`
const registerOverGraphql = (browser: Browser, headers?: Record<string, string>) =>
  overGraphql(
    browser,
    REGISTER,
    { input: { ...aRegistration(), gender: 'FEMALE', lookingFor: ['CASUAL_CHAT'] } },
    headers,
  )
const idOf = (answer: { body: Record<string, unknown> }) => (answer.body.user as { id: string }).id

async function ban(userId: string) {
  const { prisma } = node.app.context.database
  const admin = await register(aBrowser())
  await prisma.user.update({ where: { id: idOf(admin) }, data: { role: 'ADMIN' } })
  const actor = { id: idOf(admin), role: 'ADMIN' as const }
  const { decisions: moderation } = node.app.context.moderation
  await moderation.decideAbout(actor, userId, { kind: 'BAN', reason: 'Threats' })
  const action = await prisma.moderationAction.findFirstOrThrow({ where: { subjectId: userId, kind: 'BAN' } })
  return { reverse: () => moderation.reverse(actor, action.id, 'A mistake') }
}
/** A banned member, and the browser they used. */
async function bannedMember(changes: Partial<Registration> = {}) {
  const browser = aBrowser()
  const answer = await register(browser, changes)
  return { browser, userId: idOf(answer), ...(await ban(idOf(answer))) }
}
const reportsOf = (userId: string) =>
  node.app.context.database.prisma.report.findMany({ where: { reportedId: userId, kind: 'EVASION' } })
const accountStatusOf = (userId: string) => node.app.context.moderation.decisions.accountStatus(userId)

describe('signup screening after a ban', () => {
  // covers: beyond-banned-mailbox-not-revealed
  it('answers every spelling of the banned mailbox like an address that has an account', async () => {
    const unique = crypto.randomUUID().slice(0, 8)
    await bannedMember({ userName: `asha.${unique}@gmail.com` })
    const again = await register(aBrowser(), { userName: `a.s.h.a${unique}+new@googlemail.com` })
    const member = aRegistration()
    await post('/api/user', member, aBrowser())
    const taken = await post('/api/user', member, aBrowser())
    expect(taken.status).toBe(409)
    expect([again.status, again.body]).toEqual([taken.status, taken.body])
  })

  // covers: beyond-ban-evasion
  it('pauses a new account from a banned device, and reports it with the name of the banned account', async () => {
    const { browser, userId } = await bannedMember({ displayName: 'Rude Person' })
    const again = await register({ ...browser, address: aBrowser().address }, {}, await proofFor(browser))
    expect(again.status).toBe(200)
    const [report] = await reportsOf(idOf(again))
    expect(report).toMatchObject({
      priority: 80,
      status: 'OPEN',
      reporterId: null,
      evidence: [{ senderId: userId, message: 'Same device as a banned member: Rude Person' }],
    })
    const standing = await accountStatusOf(idOf(again))
    expect(standing).toMatchObject({ suspended: true, banned: false, history: [{ kind: 'PAUSE' }] })
    const { status } = await call(node.url, 'GET', '/api/v1/conversation', {
      token: String(again.body.token),
    })
    expect(status).toBe(403)
  })

  it('asks a new account on a banned network for proof of work, and reports it without a pause', async () => {
    const { browser } = await bannedMember()
    const next = aBrowser({ address: browser.address })
    const asked = await register(next)
    expect(asked).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } })
    const again = await register(next, {}, await prove(asked))
    expect(again.status).toBe(200)
    expect(await reportsOf(idOf(again))).toMatchObject([{ priority: 10, status: 'OPEN' }])
    expect(await accountStatusOf(idOf(again))).toMatchObject({ suspended: false })
  })

  it('recognises the devices and networks of later logins, IPv6 by its /64 network', async () => {
    const registration = aRegistration()
    const first = await post('/api/user', registration, aBrowser())
    const { userName, password } = registration
    const later = aBrowser({ address: '2001:db8:7:8::1' })
    expect((await post('/auth', { userName, password }, later)).status).toBe(200)
    await ban(idOf(first))
    expect((await register(aBrowser({ address: '2001:db8:7:8:ffff::2' }))).status).toBe(428)
    expect((await register(aBrowser({ address: '2001:db8:7:9::1' }))).status).toBe(200)
    const again = await register(aBrowser({ device: later.device }), {}, await proofFor(later))
    expect(await accountStatusOf(idOf(again))).toMatchObject({ suspended: true })
  })

  // covers: beyond-graphql-banned-browser
  it('recognises the device of a registration over GraphQL', async () => {
    const { browser } = await bannedMember()
    const elsewhere = { ...browser, address: aBrowser().address }
    const asked = await registerOverGraphql(elsewhere)
    expect(asked.codes).toEqual(['PROOF_REQUIRED'])
    const again = await registerOverGraphql(elsewhere, await proofFor(elsewhere))
    const id = again.data?.register.user.id
    expect(await reportsOf(id)).toMatchObject([{ priority: 80, status: 'OPEN' }])
    expect(await accountStatusOf(id)).toMatchObject({ suspended: true, history: [{ kind: 'PAUSE' }] })
  })

  it('recognises the device of a login over GraphQL', async () => {
    const registration = aRegistration()
    const first = await post('/api/user', registration, aBrowser())
    const { userName, password } = registration
    const later = aBrowser()
    await register(later)
    const { codes } = await overGraphql(later, LOG_IN, { userName, password })
    expect(codes).toEqual([])
    await ban(idOf(first))
    const again = await register({ ...later, address: aBrowser().address }, {}, await proofFor(later))
    expect(await accountStatusOf(idOf(again))).toMatchObject({ suspended: true })
  })

  it('deletes the signals when the ban is reversed, and admits the member as usual', async () => {
    const { browser, userId, reverse } = await bannedMember()
    await reverse()
    const again = await register(browser)
    expect(again.status).toBe(200)
    expect(await reportsOf(idOf(again))).toEqual([])
    expect(await node.app.context.database.prisma.banSignal.count({ where: { userId } })).toBe(0)
  })

  // covers: beyond-ban-signals-90-days
  it('forgets the signals after 90 days', async () => {
    const { browser } = await bannedMember()
    clock.advance(90 * DAY + 1)
    expect((await register(browser)).status).toBe(200)
  })
})

describe('device and network signals', () => {
  // covers: beyond-keyed-hashes-only
  it('store keyed hashes that contain neither the device id nor the address', async () => {
    const { browser, userId } = await bannedMember()
    const { prisma } = node.app.context.database
    const signals = await prisma.banSignal.findMany({ where: { userId } })
    expect(signals.map(({ kind }) => kind).sort()).toEqual(['address', 'device', 'email'])
    const sessions = await prisma.session.findMany({ where: { userId } })
    const kept = [...signals.map(({ hash }) => hash), ...sessions.map(({ device }) => device)]
    for (const bytes of kept) expect(bytes).toHaveLength(32)
    const text = JSON.stringify(kept.map((bytes) => Buffer.from(bytes ?? []).toString('latin1')))
    expect(text).not.toContain(browser.device)
    expect(text).not.toContain(browser.address)
  })

  it('identify a browser by one HttpOnly cookie that stays the same for every login', async () => {
    const browser = aBrowser()
    const registration = aRegistration()
    const answer = await post('/api/user', registration, browser)
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('rapport_device='))
    expect(cookie).toMatch(/^rapport_device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/i)
    const { device } = browser
    await post('/auth', { userName: registration.userName, password: registration.password }, browser)
    expect(browser.device).toBe(device)
  })

  it('stay unrecorded for a GraphQL client without a device cookie', async () => {
    const answer = await registerOverGraphql(aBrowser())
    expect(answer.headers.get('set-cookie')).toBeNull()
    const { prisma } = node.app.context.database
    const userId = answer.data?.register.user.id
    expect(await prisma.session.findMany({ where: { userId }, select: { device: true } })).toEqual([
      { device: null },
    ])
  })

  it('stay unset and unrecorded when BAN_SIGNAL_DAYS is 0', async () => {
    const other = await startApp({ env: { BAN_SIGNAL_DAYS: '0' } })
    const answer = await call(other.url, 'POST', '/api/user', { body: aRegistration() })
    expect(answer.headers.getSetCookie().join()).not.toContain('rapport_device')
    const { prisma } = other.app.context.database
    expect(await prisma.session.findMany({ select: { device: true } })).toEqual([{ device: null }])
    await other[Symbol.asyncDispose]()
  })
})

/** The proof of work that a registration in this browser needs. */
async function proofFor(browser: Browser) {
  return prove(await register({ ...browser }))
}
