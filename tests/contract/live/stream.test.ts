import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { LIVE_EVENTS } from '#schema/events.ts'
import { sentenceOf, text } from '#schema/translatable.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { SHORT_GRACE } from '../../kit/departures.ts'
import { joinAs, socketClient, subscribeOn } from '../../kit/graphql.ts'
import { call, join, type Person, pair, personOf, type TestStream } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const database = useStarted(createTestDatabase)
const node = useNode(() => ({ databaseUrl: database.url, departureTimes: SHORT_GRACE }))

describe('GET /subscribe/{userId}', () => {
  // covers: 6-own-stream
  it('refuses other members', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    expect((await call(node.url, 'GET', `/subscribe/${asha.id}`)).status).toBe(401)
    const foreign = await call(node.url, 'GET', `/subscribe/${asha.id}`, { token: ben.token })
    expect(foreign).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await call(node.url, 'POST', `/subscribe/${asha.id}`, { token: asha.token })).status).toBe(405)
  })

  it('refuses a suspended member with the reason', async () => {
    const asha = await joinAs(node, 'suspended')
    const refused = await call(node.url, 'GET', `/subscribe/${asha.id}`, { token: asha.token })
    expect(refused).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } })
  })

  it('begins with the event ready, whose id is where to resume', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const first = await ben.stream()
    const { data, id } = await first.next('ready')
    expect(first.received[0]?.event).toBe('ready')
    expect(LIVE_EVENTS.ready.parse(data)).toEqual({})
    first.close()
    await first.ended
    await asha.send(conversationId, 'While away')
    const back = await ben.stream(id ? { after: id } : {})
    await back.next('new_chat_message', ({ message }) => message === 'While away')
    back.close()
  })

  it('sends ids with the events of the document that have one, and with no other', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    await asha.call('PUT', '/api/v1/conversation/typing/true', { conversationId })
    await asha.send(conversationId, 'Now')
    await stream.next('new_chat_message')
    await ben.call('GET', '/api/v1/logout')
    await stream.ended
    const { body } = await call(node.url, 'GET', '/api/openapi.json')
    const document = z.object({
      components: z.object({
        schemas: z.record(z.string(), z.looseObject({ required: z.array(z.string()).optional() })),
      }),
    })
    const { schemas } = document.parse(body).components
    const names = stream.received.map(({ event }) => event)
    expect(names).toEqual(
      expect.arrayContaining(['ready', 'typing_status', 'new_chat_message', 'session_ended']),
    )
    for (const { event, id } of stream.received)
      expect([event, Boolean(id)]).toEqual([event, schemas[`LiveEvent.${event}`]?.required?.includes('id')])
  })

  // covers: 7-live-stream
  it('replays after Last-Event-ID what was sent since', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const first = await ben.stream()
    await asha.send(conversationId, 'One')
    const { id } = await first.next('new_chat_message')
    first.close()
    await first.ended
    await asha.send(conversationId, 'Two')
    await asha.send(conversationId, 'Three')
    const back = await ben.stream(id ? { after: id } : {})
    await back.next('new_chat_message', (data) => data.message === 'Three')
    expect(
      back.received.filter((one) => one.event === 'new_chat_message').map((one) => one.data.message),
    ).toEqual(['Two', 'Three'])
    back.close()
  })

  it('ends when its session is logged out', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const [stream, other] = [await asha.stream(), await ben.stream()]
    await asha.call('GET', '/api/v1/logout')
    await stream.ended
    expect(stream.received.at(-1)).toMatchObject({ event: 'session_ended' })
    await node.app.context.inbox.notify(ben.id, {
      kind: 'notice',
      heading: text('Still here'),
      body: text('It is.'),
    })
    await other.next('notification')
    expect(other.received.map(({ event }) => event)).not.toContain('session_ended')
    other.close()
  })

  it('closes the oldest of too many streams of one member', async () => {
    const asha = await join(node)
    const oldest = await asha.stream()
    const others: TestStream[] = []
    // One after the other: the server determines which is the oldest.
    while (others.length < 11) others.push(await asha.stream())
    const notify = (heading: string) =>
      node.app.context.inbox.notify(asha.id, {
        kind: 'notice',
        heading: sentenceOf(heading),
        body: text('To every stream.'),
      })
    const heard = (stream: TestStream, heading: string) =>
      stream.next('notification', (data) => data.heading === heading)
    await notify('Twelve')
    for (const stream of [oldest, ...others]) await heard(stream, 'Twelve')
    others.push(await asha.stream())
    await oldest.ended
    await notify('Thirteen')
    for (const stream of others) await heard(stream, 'Thirteen')
    expect(oldest.received.filter(({ event }) => event === 'notification')).toHaveLength(1)
    for (const stream of others) stream.close()
  })

  // covers: 4.3-online-and-offline
  it('tells partners who came and left', async () => {
    const { asha, ben } = await pair(node)
    const eve = await join(node)
    const [stream, eves] = [await asha.stream(), await eve.stream()]
    const other = await ben.stream()
    await stream.next('USER_ONLINE')
    other.close()
    await stream.next('USER_OFFLINE')
    const toldOf = ({ received }: TestStream) =>
      received.filter(({ event }) => event.startsWith('USER_')).map(({ event, data }) => [event, data.userId])
    expect(toldOf(stream)).toEqual([
      ['USER_ONLINE', ben.id],
      ['USER_OFFLINE', ben.id],
    ])
    expect(toldOf(eves)).toEqual([])
    stream.close()
    eves.close()
  })
})

describe('new streams of one account', () => {
  const strict = useNode(() => ({
    databaseUrl: database.url,
    // Three a minute, instead of sixty in production.
    env: { RATE_LIMIT_FACTOR: '0.05' },
  }))

  const joinThere = async (): Promise<Person> => {
    const { token, user } = await join(node)
    return personOf(strict.url, token, user)
  }
  const openThree = async (person: Person) => {
    for (let index = 0; index < 3; index += 1) (await person.stream()).close()
  }

  // covers: 7-live-stream-limit
  it('meet a limit, with the time to wait, that leaves other accounts alone', async () => {
    const [asha, ben] = [await joinThere(), await joinThere()]
    await openThree(asha)
    const refused = await call(strict.url, 'GET', `/subscribe/${asha.id}`, { token: asha.token })
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    ;(await ben.stream()).close()
  })

  it('count together with subscriptions over GraphQL', async () => {
    const asha = await joinThere()
    await openThree(asha)
    const client = socketClient(strict, asha.token)
    const refused = subscribeOn(client, 'subscription { matchFound { id } }')
    await refused.ended
    expect(refused.received).toMatchObject([{ errors: [{ extensions: { code: 'RATE_LIMITED' } }] }])
    await client.dispose()
  })
})

describe('matching over HTTP', () => {
  // covers: 1-random-match-needs-verified-email, 6-unverified-email
  it('refuses a member with an unverified email', async () => {
    const asha = await join(node, { verified: false })
    const answer = await asha.call('GET', '/api/v1/conversation')
    expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
  })

  // covers: 4.2-matched-by-event, 7-find-conversation
  it('sends match_found to the member who waits', async () => {
    const interests = ['Pushed to whoever waits']
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    const stream = await asha.stream()
    expect((await asha.findMatch()).status).toBe(202)
    await ben.findMatch()
    const { data } = await stream.next('match_found')
    expect(data).toMatchObject({ partnerId: ben.id, sharedInterests: interests })
    stream.close()
  })

  // covers: 7-end-search
  it('cancels a search', async () => {
    const interests = ['Cancelled in time']
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    await asha.findMatch()
    expect((await asha.call('DELETE', '/api/v1/conversation')).status).toBe(200)
    expect((await ben.findMatch()).status).toBe(202)
    await ben.call('DELETE', '/api/v1/conversation')
  })
})

describe('the endpoints for operators', () => {
  it('report health and readiness, the API document and metrics', async () => {
    expect((await call(node.url, 'GET', '/healthz')).status).toBe(200)
    expect((await call(node.url, 'GET', '/readyz')).status).toBe(200)
    expect((await call(node.url, 'GET', '/api/openapi.json')).body).toMatchObject({ openapi: '3.1.0' })
    expect((await call(node.url, 'GET', '/metrics')).body.text).toContain('rapport_online_people')
  })

  it.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/%E0%A4%A', 404],
    ['GET', '/api/v1/user/%E0%A4%A', 401],
    ['POST', '/api/session', 405],
  ])('answer %s %s with %i and a JSON body', async (method, path, status) => {
    const answer = await call(node.url, method, path)
    expect(answer.status).toBe(status)
    expect(answer.body).toHaveProperty('code')
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|node_modules/)
  })
})
