import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { call, join, type Person, personOf } from '../../kit/person.ts'
import { PASSWORD } from '../../kit/privacy.ts'
import { logInWith, newSession } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000

const clock = createTestClock()
const node = useNode({ clock })

const status = async (who: Pick<Person, 'call'>) => (await who.call('GET', '/api/session')).status

describe('the session of a member', () => {
  // covers: beyond-member-session-90-days
  it('expires thirty days after its last use, and ninety days after its start at the latest', async () => {
    const [used, unused] = [await join(node), await join(node)]
    clock.advance(29 * DAY)
    expect(await status(used)).toBe(200)
    clock.advance(2 * DAY)
    expect(await status(unused)).toBe(401)
    for (const days of [27, 27]) {
      clock.advance(days * DAY)
      expect(await status(used)).toBe(200)
    }
    clock.advance(6 * DAY)
    expect(await status(used)).toBe(401)
  })

  it('answers requests while another transaction locks the account and its sessions', async () => {
    const asha = await join(node)
    clock.advance(DAY)
    await node.app.context.database.prisma.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM "user" WHERE id = ${asha.user.id}::uuid FOR NO KEY UPDATE`
      await transaction.$queryRaw`SELECT 1 FROM session WHERE user_id = ${asha.user.id}::uuid FOR NO KEY UPDATE`
      expect(await status(asha)).toBe(200)
    })
    clock.advance(28 * DAY)
    expect(await status(asha)).toBe(200)
    clock.advance(2 * DAY)
    expect(await status(asha)).toBe(200)
  })

  it('closes its streams when it expires', async () => {
    const asha = await join(node)
    const stream = await asha.stream()
    clock.advance(31 * DAY)
    await node.app.context.sessionSweep.sweep()
    await stream.ended
    expect(stream.received.at(-1)?.event).toBe('session_ended')
  })
})

describe('logging in', () => {
  // covers: beyond-login-replaces-session
  it("ends the session of the request's token or cookie, with its streams", async () => {
    const asha = await join(node)
    const stream = await asha.stream()
    const other = await newSession(node, asha)
    const answer = await logInWith(node, asha, { token: asha.token })
    expect(answer.status).toBe(200)
    await stream.ended
    expect(await status(asha)).toBe(401)
    expect(await status(other)).toBe(200)
    const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? ''
    const second = personOf(node.url, String(answer.body.token), asha.user)
    const body = { userName: asha.user.userName, password: PASSWORD }
    const again = await call(node.url, 'POST', '/auth', { body, headers: { cookie, origin: node.url } })
    expect(again.status).toBe(200)
    expect(await status(second)).toBe(401)
    expect(await status(other)).toBe(200)
  })

  it("ends the session of a GraphQL login's request, even of another account", async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const LOGIN =
      'mutation($userName: String!, $password: String!) { logIn(userName: $userName, password: $password) { token } }'
    const answer = await ask(node, asha, LOGIN, { userName: ben.user.userName, password: PASSWORD })
    expect(answer.codes).toEqual([])
    expect(await status(asha)).toBe(401)
    expect(await status(ben)).toBe(200)
  })

  it('keeps the session of the request when the login fails', async () => {
    const asha = await join(node)
    expect((await logInWith(node, asha, { token: asha.token, password: 'Not-this-1' })).status).toBe(401)
    expect(await status(asha)).toBe(200)
  })
})
