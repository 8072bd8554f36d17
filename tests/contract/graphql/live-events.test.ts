import type { Client } from 'graphql-ws'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { SHORT_GRACE } from '../../kit/departures.ts'
import { freezeIntervals, freezeTimers } from '../../kit/freeze-timers.ts'
import {
  joinAs,
  LIVE,
  lastIdOf,
  namesOf,
  socketClient,
  subscribeOn,
  TRANSPORTS,
  textsOf,
  whenReady,
} from '../../kit/graphql.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode({ departureTimes: SHORT_GRACE })
const clients: Client[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const client of clients.splice(0)) await client.dispose()
})

function connect(on: TestApp, token: string | null): Client {
  const client = socketClient(on, token)
  clients.push(client)
  return client
}

const listening = (person: Person, on = node, after: string | null = null) =>
  whenReady(subscribeOn(connect(on, person.token), LIVE, { after }))

describe('live events over graphql-ws', () => {
  // covers: design-graphql-subscriptions-resume
  it('match those of the stream: messages, typing and the end of a chat', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const live = await listening(asha)
    await ben.send(conversationId, 'Over the other door')
    await ben.call('PUT', '/api/v1/conversation/typing/true', { conversationId, targetUser: asha.id })
    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    await expect.poll(() => namesOf(live)).toContain('conversation_disconnected')
    expect(textsOf(live)).toEqual(['Over the other door'])
    expect(namesOf(live).filter((name) => name === 'typing_status')).toHaveLength(1)
    expect(namesOf(live)).not.toContain('TYPING_EVENT')
  })

  // covers: design-graphql-subscriptions-resume
  it('resume after the last received event, like the stream', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const first = await listening(asha)
    await ben.send(conversationId, 'Seen')
    await expect.poll(() => textsOf(first)).toEqual(['Seen'])
    const last = lastIdOf(first)
    await clients.splice(0)[0]?.dispose()
    await ben.send(conversationId, 'Missed')
    const again = await listening(asha, node, last)
    expect(textsOf(again)).toEqual(['Missed'])
  })

  it('can be subscribed by kind as well', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const messages = subscribeOn(connect(node, asha.token), 'subscription { messageReceived { text } }')
    const ready = await listening(asha)
    await expect
      .poll(async () => {
        await ben.send(conversationId, 'Again')
        return messages.received.length
      })
      .toBeGreaterThan(0)
    expect(messages.received[0]).toEqual({ messageReceived: { text: 'Again' } })
    expect(ready.received.length).toBeGreaterThan(0)
  })

  it('make the subscriber count as online', async () => {
    const { asha, ben } = await pair(node)
    const online = async () => (await ben.call('GET', `/api/v1/user/${asha.id}`)).body.online
    expect(await online()).toBe(false)
    await listening(asha)
    await expect.poll(online).toBe(true)
    await clients.splice(0)[0]?.dispose()
    await expect.poll(online).toBe(false)
  })

  // covers: design-ended-session-closes-subscriptions
  it('end with the session, before the next event', async () => {
    const asha = await join(node)
    const live = await listening(asha)
    await asha.call('GET', '/api/v1/logout')
    await node.app.context.live.publish([asha.id], { event: 'USER_ONLINE', data: { userId: asha.id } })
    expect(await live.ended).toBe('complete')
    expect(namesOf(live)).toEqual(['ready', 'session_ended'])
  })

  it('end with the session or a suspension, as does every other operation on the socket', async () => {
    for (const how of ['logout', 'suspension'] as const) {
      const { asha, conversationId } = await pair(node)
      const client = connect(node, asha.token)
      await whenReady(subscribeOn(client, LIVE))
      const send = `mutation { sendMessage(conversationId: "${conversationId}", text: "Still here") { id } }`
      const before = subscribeOn(client, send)
      expect(await before.ended).toBe('complete')
      if (how === 'logout') await asha.call('GET', '/api/v1/logout')
      else {
        const { database, events } = node.app.context
        const suspendedUntil = new Date(Date.now() + 60_000)
        await database.prisma.user.update({ where: { id: asha.id }, data: { suspendedUntil } })
        await events.emit('userChanged', { userId: asha.id })
      }
      const after = subscribeOn(client, send)
      const code = how === 'logout' ? 'UNAUTHENTICATED' : 'SUSPENDED'
      expect(await after.ended).toMatchObject([{ extensions: { code } }])
      expect(after.received).toEqual([])
    }
  })

  it.each([
    ['without a token', null],
    ['with an invalid token', 'nonsense'],
  ])('never start %s', async (_, token) => {
    const refused = subscribeOn(connect(node, token), LIVE)
    const reason = token === null ? /^No session token: send connectionParams/ : /^Your session has expired/
    expect(await refused.ended).toMatchObject({ code: 4403, reason: expect.stringMatching(reason) })
    expect(refused.received).toEqual([])
  })

  // covers: beyond-graphql-ws-authorization
  it.each(['authorization', 'Authorization', 'AUTHORIZATION', 'token'])(
    'accept the token as connectionParams.%s, with or without "Bearer"',
    async (name) => {
      const asha = await join(node)
      for (const value of [`Bearer ${asha.token}`, `bearer ${asha.token}`, asha.token]) {
        const client = socketClient(node, null, { [name]: value })
        clients.push(client)
        const made = subscribeOn(client, '{ me { id } }')
        expect(await made.ended).toBe('complete')
        expect(made.received).toEqual([{ me: { id: asha.id } }])
      }
    },
  )

  // covers: beyond-graphql-ws-authorization
  it('never start for a suspended account, and the refusal gives the reason', async () => {
    const suspended = await joinAs(node, 'suspended')
    const refused = subscribeOn(connect(node, suspended.token), LIVE)
    expect(await refused.ended).toMatchObject({ code: 4403, reason: 'This account is suspended.' })
  })

  it.each([[['a']], [7], ['Bearer '], [null]])(
    'never start with a token that is %j, and cause no server error',
    async (value) => {
      const client = socketClient(node, null, { authorization: value })
      clients.push(client)
      const refused = subscribeOn(client, LIVE)
      expect(await refused.ended).toMatchObject({
        code: 4403,
        reason: expect.stringMatching(/^(No|Your) session/),
      })
    },
  )

  it('never start with a token that has expired', async () => {
    const asha = await join(node)
    await node.app.context.database.prisma.session.updateMany({
      where: { userId: asha.id },
      data: { expires: new Date(Date.now() - 1_000) },
    })
    const refused = subscribeOn(connect(node, asha.token), LIVE)
    expect(await refused.ended).toMatchObject({ code: 4403 })
    expect(refused.received).toEqual([])
  })

  it('stop at ten subscriptions at once, and at the size limit', async () => {
    const asha = await join(node)
    const client = connect(node, asha.token)
    const many = Array.from({ length: 11 }, () => subscribeOn(client, LIVE))
    expect(await Promise.race(many.map(({ ended }) => ended))).toMatchObject([
      { extensions: { code: 'RATE_LIMITED' } },
    ])
    const large = subscribeOn(connect(node, asha.token), `${LIVE} # ${'x'.repeat(100_000)}`)
    expect(await large.ended).toMatchObject({ code: 1009 })
  })

  it('never start for an invalid query, and the connection stays open', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const client = connect(node, asha.token)
    const live = await whenReady(subscribeOn(client, LIVE))
    for (const query of ['subscription {', '{ nothing }', `{ ${'me { id } '.repeat(2_000)} }`]) {
      const refused = subscribeOn(client, query)
      expect(Array.isArray(await refused.ended)).toBe(true)
    }
    await ben.send(conversationId, 'Still there?')
    await expect.poll(() => textsOf(live)).toEqual(['Still there?'])
  })

  it('reach subscribers on other nodes', async (context) => {
    const cluster = await startCluster(2)
    if (!cluster) return context.skip()
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    const { asha, ben, conversationId } = await pair(first)
    const live = await listening(asha, second)
    await ben.send(conversationId, 'From afar')
    await expect.poll(() => textsOf(live)).toEqual(['From afar'])
    for (const client of clients.splice(0)) await client.dispose()
    await cluster[Symbol.asyncDispose]()
  })
})

describe('live events over server-sent events', () => {
  const overEvents = TRANSPORTS['server-sent events']

  // covers: design-graphql-subscriptions-resume
  it('match those over graphql-ws', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const live = await whenReady(await overEvents(node, asha, LIVE))
    await ben.send(conversationId, 'One way only')
    await expect.poll(() => textsOf(live)).toEqual(['One way only'])
    await live.stop()
    const again = await whenReady(await overEvents(node, asha, LIVE, { after: lastIdOf(live) }))
    expect(textsOf(again)).toEqual([])
    await again.stop()
  })

  // covers: beyond-leaving-reader-noticed
  it('mark the member as offline as soon as the client leaves', async () => {
    // A ping would also detect that the client left.
    freezeIntervals()
    const { asha, ben } = await pair(node)
    const online = async () => (await ben.call('GET', `/api/v1/user/${asha.id}`)).body.online
    const live = await whenReady(await overEvents(node, asha, LIVE))
    expect(await online()).toBe(true)
    await live.stop()
    await expect.poll(online).toBe(false)
  })

  it('do not start for a client that has already left', async () => {
    const { asha, conversationId } = await pair(node)
    const { chat, presence } = node.app.context
    const stop = new AbortController()
    const assertOpen = chat.assertOpen.bind(chat)
    const answered = new Promise<void>((resolve) => {
      vi.spyOn(chat, 'assertOpen').mockImplementationOnce(async (...args) => {
        stop.abort()
        // After another request, the node has noticed the disconnect.
        await call(node.url, 'GET', '/healthz')
        await assertOpen(...args)
        resolve()
      })
    })
    const left = fetch(`${node.url}/graphql`, {
      method: 'POST',
      signal: stop.signal,
      headers: {
        authorization: `Bearer ${asha.token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({
        query: `subscription { messageReceived(conversationId: "${conversationId}") { id } }`,
      }),
    })
    await expect(left).rejects.toThrow()
    await answered
    for (const _ of [1, 2, 3]) await call(node.url, 'GET', '/healthz')
    expect(await presence.connected([asha.id])).toEqual(new Set())
  })

  it('end at once when their node stops', async () => {
    const own = await startApp()
    const live = await whenReady(await overEvents(own, await join(own), LIVE))
    // The timeout for running requests would end the subscriptions too.
    freezeTimers(1_000)
    const stopped = own[Symbol.asyncDispose]()
    expect(await live.ended).toBe('gone')
    await stopped
  })

  it('need a session', async () => {
    const refused = await overEvents(node, null, LIVE)
    expect(await refused.ended).toBe('complete')
    expect(refused.received).toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }])
  })
})
