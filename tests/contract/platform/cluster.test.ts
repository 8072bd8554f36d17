import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { SHORT_GRACE } from '../../kit/departures.ts'
import { join, pair } from '../../kit/person.ts'

describe('two nodes on one PostgreSQL and one Redis', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    cluster = await startCluster(2, { departureTimes: SHORT_GRACE })
    const [one, two] = cluster?.nodes ?? []
    if (one && two) [first, second] = [one, two]
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  // covers: 7-live-stream
  it('match a member on each and let them talk', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const interests = ['Only on this cluster']
    const [asha, ben] = [await join(first, { interests }), await join(second, { interests })]
    const [ashaStream, benStream] = [await asha.stream(), await ben.stream()]
    expect((await asha.findMatch()).status).toBe(202)
    const { conversation } = await ben.findMatch()
    expect(conversation?.partnerId).toBe(asha.id)
    const found = await ashaStream.next('match_found')
    expect(found.data).toMatchObject({ id: conversation?.id, partnerId: ben.id, userOnline: true })

    const id = conversation?.id ?? ''
    const fromBen = await ben.send(id, 'Hello from the other node')
    expect((await ashaStream.next('new_chat_message')).data).toEqual(fromBen)
    await asha.send(id, 'And back')
    await benStream.next('new_chat_message', (data) => data.message === 'And back')

    await asha.call('PUT', '/api/v1/conversation/typing/true', { targetUser: ben.id, conversationId: id })
    await benStream.next('typing_status')
    await asha.call('GET', `/api/v1/conversation/${id}/resign?resetPartner=true`)
    expect((await benStream.next('conversation_disconnected')).data).toMatchObject({ userId: asha.id })
    ashaStream.close()
    benStream.close()
  })

  it('close the streams of a session that is revoked on the other node', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const [asha, ben] = [await join(first), await join(first)]
    const [stream, other] = [await asha.stream(), await ben.stream()]
    await fetch(`${second.url}/api/v1/logout`, { headers: { authorization: `Bearer ${asha.token}` } })
    await stream.ended
    expect(stream.received.at(-1)).toMatchObject({ event: 'session_ended' })
    await second.app.context.inbox.notify(ben.id, {
      kind: 'notice',
      heading: text('Still here'),
      body: text('It is.'),
    })
    await other.next('notification')
    other.close()
  })

  it('show members who are online on the other', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, ben } = await pair(first, second)
    const stream = await ben.stream()
    await expect.poll(async () => (await asha.call('GET', `/api/v1/user/${ben.id}`)).body.online).toBe(true)
    stream.close()
    await expect.poll(async () => (await asha.call('GET', `/api/v1/user/${ben.id}`)).body.online).toBe(false)
  })
})
