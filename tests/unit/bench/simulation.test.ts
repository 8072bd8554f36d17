import { describe, expect, it } from 'vitest'
import { ratesOf } from '../../bench/simulate/behaviour.ts'
import { capacityFor, nodesFor } from '../../bench/simulate/capacity.ts'
import { coresOfNodes, coresOfPostgres, messagesABatch } from '../../bench/simulate/offered-load.ts'
import { NODE, POSTGRES } from '../../bench/simulate/parameters.ts'
import { saturatingNodes } from '../../bench/simulate/saturation.ts'
import { simulateDelivery } from '../../bench/simulate/simulate-delivery.ts'
import { simulateMatching } from '../../bench/simulate/simulate-matching.ts'
import { summarizeMatching } from '../../bench/simulate/summarize-matching.ts'

const CROWD = { online: 2_000, seconds: 60, seed: 5 }
const DELIVERY = { online: 50_000, nodes: 4, shards: 1, slots: 15, seconds: 4, seed: 5 }

describe('the simulation of the matching', () => {
  it('repeats its result for the same seed, and gives another for another', async () => {
    const [first, again, other] = await Promise.all(
      [5, 5, 6].map(async (seed) => {
        const { cpu: _, ...outcome } = await simulateMatching({ ...CROWD, seed })
        return outcome
      }),
    )
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('loses no search and no member: each search is matched, gone or waiting', async () => {
    const { searches, atEnd } = await simulateMatching(CROWD)
    const count = (end: string) => searches.filter((search) => search.end === end).length
    expect(count('matched')).toBeGreaterThan(100)
    expect(count('matched') + count('gone') + count('waiting')).toBe(searches.length)
    expect(count('waiting')).toBe(atEnd.searching)
    expect(atEnd.searching + atEnd.chatting + atEnd.idle).toBe(CROWD.online)
    for (const [place, { end, partner }] of searches.entries())
      if (end === 'matched') expect(searches[partner ?? -1]?.partner).toBe(place)
  })

  it('begins as many searches as the behaviour of the members says', async () => {
    const run = { online: 8_000, seconds: 60, seed: 1 }
    const figures = summarizeMatching(await simulateMatching(run))
    const expected = ratesOf(run.online).searches * run.seconds
    expect(Math.abs(figures.searches - expected)).toBeLessThan(3 * Math.sqrt(expected))
  })

  it('removes members who give up, and summarizes the rest', async () => {
    // Four members: most of the time no other member searches.
    const outcome = await simulateMatching({ online: 4, seconds: 3_600, seed: 2 })
    const gone = outcome.searches.filter(({ end }) => end === 'gone')
    expect(gone.length).toBeGreaterThan(0)
    for (const { arrivedAt, leftAt } of gone) expect(leftAt - arrivedAt).toBe(120_000)
    expect(summarizeMatching(outcome).matchedWithin[60]).toBeLessThan(1)
  })
})

describe('the simulation of delivery', () => {
  it('repeats its result for the same seed, and gives another for another', () => {
    const [first, again, other] = [5, 5, 6].map((seed) => simulateDelivery({ ...DELIVERY, seed }))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('keeps the resources as busy as their service times say', () => {
    const { load, messagesABatch: batch } = simulateDelivery(DELIVERY)
    expect(load.node).toBeCloseTo(coresOfNodes(DELIVERY.online, true) / DELIVERY.nodes, 2)
    const cores = coresOfPostgres(DELIVERY.online, DELIVERY.nodes)
    expect(load.postgres).toBeCloseTo(cores / POSTGRES.cores.value, 2)
    expect(batch).toBeGreaterThanOrEqual(messagesABatch(ratesOf(DELIVERY.online).messages / DELIVERY.nodes))
  })

  it('reports the load of an overloaded system, without delivery times', () => {
    const figures = simulateDelivery({ ...DELIVERY, online: 1_000_000 })
    expect(figures).toMatchObject({ p50: null, p99: null, messagesABatch: null })
    expect(figures.load.node).toBeGreaterThan(1)
  })

  it('takes longer at the worst when more heartbeats are written at once', () => {
    const [many, few] = [15, 150].map((slots) => simulateDelivery({ ...DELIVERY, slots }).p99 ?? Number.NaN)
    expect(many).toBeGreaterThan(few ?? Number.NaN)
  })
})

describe('the capacity model', () => {
  it('commits as many messages together as arrive during a commit', () => {
    const perSecond = 5_000
    const batch = messagesABatch(perSecond)
    const commit = POSTGRES.batch.value + batch * POSTGRES.message.value + POSTGRES.flush.value + 500
    expect(batch).toBeCloseTo((perSecond * commit) / 1e6, 6)
    expect(messagesABatch(1)).toBe(1)
    expect(messagesABatch(20_000)).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([10_000, 100_000, 1_000_000, 10_000_000])(
    'keeps %d members online within the limits without one node',
    (online) => {
      const nodes = nodesFor(online) - 1
      expect(coresOfNodes(online, true) / nodes).toBeLessThanOrEqual(NODE.targetLoad.value)
      expect(online / nodes).toBeLessThanOrEqual(NODE.streamsAtMost.value)
      const { postgresCores } = capacityFor(online)
      expect(coresOfPostgres(online, nodes + 1) / postgresCores).toBeLessThanOrEqual(
        POSTGRES.targetLoad.value,
      )
    },
  )

  it('finds the numbers of nodes at which a resource saturates', () => {
    const { nodes, postgres, shards } = saturatingNodes(4_000_000, 40)
    expect(coresOfNodes(4_000_000, true) / nodes).toBeGreaterThanOrEqual(1)
    expect(coresOfNodes(4_000_000, true) / (nodes + 1)).toBeLessThan(1)
    expect(coresOfPostgres(4_000_000, postgres ?? 0)).toBeLessThan(40)
    expect(coresOfPostgres(4_000_000, (postgres ?? 0) + 1)).toBeGreaterThanOrEqual(40)
    expect(shards).toBeGreaterThan(1)
  })
})
