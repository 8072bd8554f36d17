import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { askToKeep, keptOf, keptPair, letGo, poolOf, settle, takeBackKeep } from '../../kit/keeping.ts'
import { pair } from '../../kit/person.ts'

describe('two nodes', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  let one: TestApp
  let two: TestApp

  beforeAll(async () => {
    cluster = await startCluster(2)
    const [first, second] = cluster?.nodes ?? []
    if (first && second) [one, two] = [first, second]
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  /** Makes every wish due, and lets both nodes compare at once. */
  async function settleOnBoth() {
    await poolOf(one).query('UPDATE keep_wish SET due = now() WHERE due IS NOT NULL')
    await Promise.all([settle(one), settle(two)])
  }

  // covers: beyond-keep-both-asked
  it('tell each member once when both asked, and only the one who lets go', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
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

  it('end what two members keep when one blocks the other on another node', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, ben } = await keptPair(one, two)
    expect(await keptOf(ben)).toMatchObject([{ userId: asha.id }])
    await ben.call('POST', '/api/v1/blocks', { userId: asha.id })
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
  })

  it('count no wish that a member takes back on one node while the other compares', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(one, two)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    const [taken] = await Promise.all([takeBackKeep(asha, conversationId), settleOnBoth()])
    expect(taken.status).toBe(200)
    const both = [await keptOf(asha), await keptOf(ben)].map((list) => list.length)
    // Either the wish was gone in time, or both keep in touch: never one of them alone.
    expect([[0, 0].join(), [1, 1].join()]).toContain(both.join())
  })
})
