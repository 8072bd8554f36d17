import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { call, join, type Person, pair, personOf } from '../../kit/person.ts'
import { answerOf, ask, ban, logIn } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

interface Session {
  id: string
  current: boolean
  browser: string
  system: string
  address: string | null
  created: string
  lastUsed: string
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

/** `fetch` always sends a User-Agent. */
const logInWithoutUserAgent = (who: Person) =>
  new Promise<void>((resolve, reject) => {
    const outgoing = request(`${node.url}/auth`, { method: 'POST' }, (response) => {
      response.resume().on('end', () => resolve())
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify({ userName: who.user.userName, password: 'Monsoon-2026' }))
  })

const sessionsOf = (who: Person) =>
  answerOf<Session[]>(node, who, '{ sessions { id current browser system address created lastUsed } }')
const revoke = (who: Person, id: string) =>
  ask(node, who, 'mutation($id: ID!) { revokeSession(id: $id) }', { id })

async function withBrowser(who: Person, userAgent: string): Promise<Person> {
  const { body } = await logIn(node, who, { headers: { 'user-agent': userAgent } })
  return personOf(node.url, String(body.token), who.user)
}

describe('the sessions of a member', () => {
  // covers: beyond-sessions-listed
  it('appear by browser and system, the current one first', async () => {
    const asha = await join(node)
    const phone = await withBrowser(asha, IPHONE)
    await withBrowser(asha, WINDOWS)
    const sessions = await sessionsOf(phone)
    expect(sessions[0]).toMatchObject({
      current: true,
      browser: 'Safari',
      system: 'iOS',
      address: '127.0.0.1',
    })
    expect(sessions.slice(1).map(({ current, browser, system }) => [current, browser, system])).toEqual(
      expect.arrayContaining([
        [false, 'Firefox', 'Windows'],
        [false, 'Unknown browser', 'Unknown system'],
      ]),
    )
    for (const { created, lastUsed } of sessions) {
      expect(Date.parse(created)).toBeLessThanOrEqual(Date.parse(lastUsed))
    }
  })

  it('appear while they are active, without those of others', async () => {
    const asha = await join(node)
    await join(node)
    const [ended, expired] = [await withBrowser(asha, IPHONE), await withBrowser(asha, WINDOWS)]
    await ended.call('GET', '/api/v1/logout')
    const firefox = (await sessionsOf(expired)).find(({ current }) => current)
    await node.app.context.database.prisma.session.update({
      where: { id: firefox?.id ?? '' },
      data: { expires: new Date(Date.now() - 1_000) },
    })
    expect(await sessionsOf(asha)).toHaveLength(1)
  })

  // covers: beyond-session-revoked
  it('can be ended one by one, with their streams', async () => {
    const asha = await join(node)
    const phone = await withBrowser(asha, IPHONE)
    const stream = await phone.stream()
    const other = (await sessionsOf(asha)).find(({ browser }) => browser === 'Safari')
    expect((await revoke(asha, other?.id ?? '')).data).toEqual({ revokeSession: true })
    await stream.next('session_ended')
    await stream.ended
    expect((await phone.call('GET', '/api/session')).status).toBe(401)
    expect((await asha.call('GET', '/api/session')).status).toBe(200)
    expect((await revoke(asha, other?.id ?? '')).errors[0]).toMatchObject({
      message: 'This device is already logged out.',
      extensions: { code: 'NOT_FOUND' },
    })
  })

  it('can be ended together, except the current one', async () => {
    const asha = await join(node)
    const others = [await withBrowser(asha, IPHONE), await withBrowser(asha, WINDOWS)]
    const stream = await others[0]?.stream()
    expect(await answerOf(node, asha, 'mutation { revokeOtherSessions }')).toBe(2)
    await stream?.ended
    for (const other of others) expect((await other.call('GET', '/api/session')).status).toBe(401)
    expect(await sessionsOf(asha)).toHaveLength(1)
    expect(await answerOf(node, asha, 'mutation { revokeOtherSessions }')).toBe(0)
  })

  it('cannot be ended by other members', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const [bens] = await sessionsOf(ben)
    expect((await revoke(asha, bens?.id ?? '')).errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' })
    expect((await revoke(asha, 'nonsense')).errors[0]?.extensions).toMatchObject({ code: 'INVALID' })
    expect((await ben.call('GET', '/api/session')).status).toBe(200)
    expect((await ask(node, null, '{ sessions { id } }')).errors[0]?.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  it('appear to banned members too', async () => {
    const asha = await join(node)
    await ban(node, asha)
    expect(await sessionsOf(asha)).toHaveLength(1)
    expect(await answerOf(node, asha, '{ signIns { totalCount } }')).toEqual({ totalCount: 1 })
    expect((await ask(node, asha, '{ blockedPeople { id } }')).errors[0]?.extensions).toMatchObject({
      code: 'SUSPENDED',
    })
  })
})

describe('the sign-ins of a member', () => {
  const LIST = `query($first: Int, $after: String) { signIns(first: $first, after: $after) {
    totalCount hasNextPage endCursor nodes { kind browser system address placeGiven time }
  } }`
  interface SignIns {
    totalCount: number
    hasNextPage: boolean
    endCursor: string | null
    nodes: Record<string, unknown>[]
  }
  const visit = (who: Person, visitType: string, location: object | null = null, owner = who) =>
    call(node.url, 'POST', '/api/v1/profile-visitor', {
      token: who.token,
      headers: { 'user-agent': WINDOWS },
      body: { profileOwnerId: owner.id, visitType, location },
    })

  // covers: beyond-sign-ins-listed
  it('appear page by page, the latest first, and say whether they had a location', async () => {
    const asha = await join(node)
    await visit(asha, 'register')
    await visit(asha, 'login', { latitude: 52.52, longitude: 13.405, accuracy: 30 })
    await visit(asha, 'login')
    const first = await answerOf<SignIns>(node, asha, LIST, { first: 2 })
    expect(first).toMatchObject({ totalCount: 3, hasNextPage: true })
    expect(first.nodes).toMatchObject([
      { kind: 'LOGIN', placeGiven: false },
      { kind: 'LOGIN', placeGiven: true, browser: 'Firefox', system: 'Windows', address: '127.0.0.1' },
    ])
    expect(JSON.stringify(first)).not.toContain('52.5')
    const second = await answerOf<SignIns>(node, asha, LIST, { after: first.endCursor })
    expect(second).toMatchObject({ hasNextPage: false, nodes: [{ kind: 'REGISTER' }] })
  })

  it('do not include visits to other profiles', async () => {
    const { asha, ben } = await pair(node)
    await visit(asha, 'login', null, ben)
    for (const one of [asha, ben]) {
      expect(await answerOf<SignIns>(node, one, LIST)).toMatchObject({
        totalCount: 1,
        nodes: [{ kind: 'REGISTER' }],
      })
    }
  })

  // covers: design-logins-listed
  it('include a script that logs in without a User-Agent and reports no login', async () => {
    const asha = await join(node)
    await logInWithoutUserAgent(asha)
    const { nodes } = await answerOf<SignIns>(node, asha, LIST)
    expect(nodes).toMatchObject([
      { kind: 'LOGIN', browser: 'Unknown browser', system: 'Unknown system', address: '127.0.0.1' },
      { kind: 'REGISTER' },
    ])
  })

  it('include a login once when the client sends its location afterwards', async () => {
    const asha = await join(node)
    const { body } = await logIn(node, asha, { headers: { 'user-agent': WINDOWS } })
    const again = personOf(node.url, String(body.token), asha.user)
    const place = { latitude: 52.52, longitude: 13.405, accuracy: 30 }
    for (let times = 0; times < 2; times += 1) await visit(again, 'login', place)
    const { nodes } = await answerOf<SignIns>(node, asha, LIST)
    expect(nodes).toMatchObject([
      { kind: 'LOGIN', browser: 'Firefox', placeGiven: true },
      { kind: 'REGISTER', placeGiven: false },
    ])
  })
})

describe('mails about missed messages', () => {
  it('stay on until the member turns them off', async () => {
    const asha = await join(node)
    const read = () => answerOf(node, asha, '{ me { missedMails } }')
    expect(await read()).toEqual({ missedMails: true })
    expect(await answerOf(node, asha, 'mutation { setMissedMails(on: false) }')).toBe(false)
    expect(await read()).toEqual({ missedMails: false })
    expect(await answerOf(node, asha, 'mutation { setMissedMails(on: true) }')).toBe(true)
    expect(await read()).toEqual({ missedMails: true })
  })
})
