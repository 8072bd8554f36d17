import { describe, expect, it } from 'vitest'
import { inboxOf } from '../../kit/inbox.ts'
import {
  askToKeep,
  conversationOf,
  keptOf,
  keptPair,
  letGo,
  poolOf,
  settle,
  takeBackKeep,
  updateKept,
} from '../../kit/keeping.ts'
import { pair, personOf } from '../../kit/person.ts'
import { useTwoNodes } from '../../kit/use-two-nodes.ts'

describe('two nodes', () => {
  const [one, two] = useTwoNodes()

  /** Makes every wish due, and lets both nodes compare at once. */
  async function settleOnBoth() {
    await poolOf(one).query('UPDATE keep_wish SET due = now() WHERE due IS NOT NULL')
    await Promise.all([settle(one), settle(two)])
  }

  // covers: beyond-keep-both-asked
  it('tell each member once when both asked, and only the one who lets go', async () => {
    const { asha, ben, conversationId } = await pair(one, two)
    const streams = [await asha.stream(), await ben.stream()] as const
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    await settleOnBoth()
    for (const stream of streams) expect((await stream.next('kept')).data).toMatchObject({ kept: true })
    await letGo(ben, asha.id)
    await streams[1].next('kept', ({ kept }) => kept === false)
    await asha.send(conversationId, 'Still there?')
    await streams[0].next('new_chat_message')
    const counts = streams.map(({ received }) => received.filter(({ event }) => event === 'kept').length)
    expect(counts).toEqual([1, 2])
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
    for (const stream of streams) stream.close()
  })

  // covers: beyond-keep-no-leak
  it('show a wish to its member on both, and to the partner on neither', async () => {
    const { asha, ben, conversationId } = await pair(one, two)
    const streams = [await asha.stream(), await ben.stream()]
    for (const stream of streams) await stream.next('ready')
    await askToKeep(asha, conversationId)
    await settleOnBoth()
    for (const { url } of [one, two]) {
      const [mine, theirs] = [asha, ben].map(({ token, user }) => personOf(url, token, user))
      expect(mine && (await conversationOf(mine, conversationId)).keep).toBe('ASKED')
      expect(theirs && (await conversationOf(theirs, conversationId)).keep).toBe('NO')
    }
    for (const person of [asha, ben]) await person.send(conversationId, 'Hello')
    for (const stream of streams) {
      await stream.next('new_chat_message')
      expect(stream.received.map(({ event }) => event)).not.toContain('kept')
      stream.close()
    }
  })

  // covers: beyond-keep-both-asked
  it('compare two wishes of the same moment', async () => {
    const { asha, ben, conversationId } = await pair(one, two)
    await Promise.all([askToKeep(asha, conversationId), askToKeep(ben, conversationId)])
    await poolOf(one).query('UPDATE keep_wish SET created = now() WHERE conversation_id = $1', [
      conversationId,
    ])
    await settleOnBoth()
    expect(await keptOf(asha)).toMatchObject([{ userId: ben.id }])
    expect(await keptOf(ben)).toMatchObject([{ userId: asha.id }])
    for (const person of [asha, ben])
      expect((await inboxOf(one, person)).notes.filter(({ kind }) => kind === 'kept')).toHaveLength(1)
  })

  // covers: beyond-keep-ends
  it('end what two members keep when one blocks the other, and tell only the one who blocks', async () => {
    const { asha, ben, conversationId } = await keptPair(one, two)
    expect(await keptOf(ben)).toMatchObject([{ userId: asha.id }])
    const streams = [await asha.stream(), await ben.stream()] as const
    for (const stream of streams) await stream.next('ready')
    await ben.call('POST', '/api/v1/blocks', { userId: asha.id })
    await streams[1].next('kept', ({ kept }) => kept === false)
    await streams[0].next('conversation_disconnected')
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
    await ben.call('DELETE', `/api/v1/blocks/${asha.id}`)
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
    const last = crypto.randomUUID()
    await two.app.context.live.publish([asha.id], { event: 'USER_ONLINE', data: { userId: last } })
    await streams[0].next('USER_ONLINE', ({ userId }) => userId === last)
    expect(streams[0].received.map(({ event }) => event)).not.toContain('kept')
    expect((await conversationOf(asha, conversationId)).keep).toBe('NO')
    for (const stream of streams) stream.close()
  })

  // covers: beyond-keep-ends
  it('keep two members apart whom a block separates while both compare', async () => {
    const { asha, ben, conversationId } = await pair(one, two)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    await Promise.all([ben.call('POST', '/api/v1/blocks', { userId: asha.id }), settleOnBoth()])
    await ben.call('DELETE', `/api/v1/blocks/${asha.id}`)
    await settleOnBoth()
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
    expect((await conversationOf(ben, conversationId)).keep).toBe('NO')
  })

  // covers: beyond-keep-presence
  it('hide the presence of a member from a partner on the other', async () => {
    const { asha, ben, conversationId } = await keptPair(one, two)
    const streams = [await asha.stream(), await ben.stream()] as const
    for (const stream of streams) await stream.next('ready')
    await asha.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect(await keptOf(ben)).toMatchObject([{ online: true }])
    await updateKept(asha, ben.id, { hidesPresence: true })
    await streams[1].next('kept', ({ online }) => online === null)
    for (const person of [asha, ben]) expect(await keptOf(person)).toMatchObject([{ online: null }])
    for (const stream of streams) stream.close()
  })

  it('count no wish that a member takes back on one node while the other compares', async () => {
    const { asha, ben, conversationId } = await pair(one, two)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    const [taken] = await Promise.all([takeBackKeep(asha, conversationId), settleOnBoth()])
    expect(taken.status).toBe(200)
    const both = [await keptOf(asha), await keptOf(ben)].map((list) => list.length)
    // Either the wish was gone in time, or both keep in touch: never one of them alone.
    expect([[0, 0].join(), [1, 1].join()]).toContain(both.join())
  })
})
