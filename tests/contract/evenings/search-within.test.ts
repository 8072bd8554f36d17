import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { CANCEL, planIn, schedule } from '../../kit/evenings.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'
import { useNode } from '../../kit/use-node.ts'

const evening = '0198a2b4-7c1e-7d35-9f00-6b1f0c2d4e5a'

describe.each(TICKET_STORES)('a search within an evening on the $name store', ({ open }) => {
  async function openMatching() {
    const clock = createTestClock()
    const opened = await open(clock)
    if (!opened) return null
    const conversations: unknown[] = []
    const matching = createTestMatching({
      store: opened.store,
      clock,
      async openConversation(...values) {
        conversations.push(values)
        return { conversationId: 'chat' }
      },
    })
    return { clock, matching, conversations, close: opened.close }
  }
  const unlike = (id: string, changes = {}) =>
    aSeeker(id, { interests: [id], lookingFor: ['Dating'], ...changes })

  // covers: beyond-evenings-match
  it('counts its topic as a shared interest above any other, and only for those within it', async (context) => {
    const opened = await openMatching()
    if (!opened) return context.skip('redis-server is not installed')
    const { matching, conversations, close } = opened
    await matching.findMatch(aSeeker('outside', { interests: ['rare', 'rarer'] }))
    await matching.findMatch(unlike('another', { evening: crypto.randomUUID() }))
    await matching.findMatch(unlike('within', { evening }))
    const found = await matching.findMatch(aSeeker('ann', { interests: ['rare', 'x', 'y', 'z'], evening }))
    expect(found).toMatchObject({ status: 'matched', partnerId: 'within' })
    expect(conversations).toEqual([['ann', 'within', ['ann', 'within'], { eveningId: evening }]])
    await close()
  })

  // covers: beyond-evenings-match
  it('goes on as a normal search, in its place, when the evening has ended', async (context) => {
    const opened = await openMatching()
    if (!opened) return context.skip('redis-server is not installed')
    const { matching, clock, conversations, close } = opened
    const first = await matching.findMatch(unlike('ann', { interests: ['tea'], evening }))
    clock.advance(4_000)
    expect(await matching.findMatch(unlike('ann', { interests: ['tea'] }))).toEqual(first)
    expect(await matching.findMatch(unlike('ben', { evening }))).toMatchObject({ status: 'searching' })
    const found = await matching.findMatch(unlike('cleo', { interests: ['tea'] }))
    expect(found).toMatchObject({ status: 'matched', partnerId: 'ann' })
    expect(conversations).toEqual([['cleo', 'ann', ['cleo', 'ann'], {}]])
    await close()
  })

  // covers: beyond-evenings-match
  it('yields to blocks, gender filters and ages', async (context) => {
    const opened = await openMatching()
    if (!opened) return context.skip('redis-server is not installed')
    const { matching, close } = opened
    await matching.findMatch(unlike('blocked', { evening, blockedIds: ['ann'] }))
    await matching.findMatch(unlike('filtered', { evening, gender: 'Male' }))
    await matching.findMatch(unlike('too old', { evening, age: 60 }))
    const ann = unlike('ann', { evening, genderFilter: 'Female', maxPartnerAge: 40 })
    expect(await matching.findMatch(ann)).toMatchObject({ status: 'searching' })
    await close()
  })
})

describe('a search within an evening', () => {
  const clock = createTestClock()
  const node = useNode({ clock })
  let admin: Person
  beforeAll(async () => {
    admin = await joinAs(node, 'ADMIN')
  })
  const own = () => [`Only mine ${crypto.randomUUID().slice(0, 8)}`]
  /** An evening that runs by the clock of the node and by the one of PostgreSQL, which says when a conversation opens. */
  const runningNow = async () => {
    const [one] = await schedule(node, admin, planIn(1, clock.now()))
    const { pool } = node.app.context.database
    await pool.query(`UPDATE evening SET starts_at = starts_at - interval '5 minutes' WHERE id = $1`, [
      one?.id,
    ])
    return one?.id ?? ''
  }
  const poll = (person: Person, id: string) => person.call('GET', `/api/v1/conversation?evening=${id}`)

  // covers: beyond-evenings-match, beyond-evenings-why
  it('brings two members together who have no interest in common, and both see why', async () => {
    const id = await runningNow()
    const [asha, ben] = [await join(node, { interests: own() }), await join(node, { interests: own() })]
    expect((await poll(asha, id)).status).toBe(202)
    const { data } = await ask(
      node,
      ben,
      'mutation($id: ID!) { findMatch(evening: $id) { conversation { id evening sharedInterests } } }',
      { id },
    )
    expect(data?.findMatch.conversation).toMatchObject({ evening: 'Jazz', sharedInterests: [] })
    const { body } = await asha.call('GET', `/api/v1/conversation/${data?.findMatch.conversation.id}`)
    expect(body).toMatchObject({ partnerId: ben.id, evening: 'Jazz' })
  })

  // covers: beyond-evenings-match
  it('goes on as a normal one before and after the hours, after a cancellation, and for an unknown id', async () => {
    const cancelled = await runningNow()
    await ask(node, admin, CANCEL, { id: cancelled, andLater: false })
    const ended = await runningNow()
    clock.advance(61 * 60_000)
    const [later] = await schedule(node, admin, planIn(60, clock.now()))
    for (const id of [cancelled, ended, later?.id ?? '', crypto.randomUUID()]) {
      const [asha, ben] = [await join(node, { interests: own() }), await join(node, { interests: own() })]
      expect((await poll(asha, id)).status).toBe(202)
      expect((await poll(ben, id)).status).toBe(202)
      for (const person of [asha, ben]) await person.call('DELETE', '/api/v1/conversation')
    }
    expect(later?.id).toBeDefined()
    expect((await poll(await join(node), 'no-id')).status).toBe(400)
  })
})
