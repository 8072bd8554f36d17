import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import { runBehindLock } from '../../kit/held-lock.ts'
import { askToKeep, conversationOf, keptOf, poolOf, settleWishes } from '../../kit/keeping.ts'
import { pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

interface Asked {
  asha: string
  ben: string
  conversationId: string
}
interface Change {
  lock(holder: PoolClient, asked: Asked): Promise<unknown>
  change(holder: PoolClient, asked: Asked): Promise<unknown>
}

const CHANGES: [string, Change][] = [
  [
    'a block',
    {
      lock: (holder, { conversationId }) =>
        holder.query('SELECT 1 FROM conversation_member WHERE conversation_id = $1 FOR UPDATE', [
          conversationId,
        ]),
      change: (holder, { asha, ben }) =>
        holder.query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [asha, ben]),
    },
  ],
  [
    'the end of the earlier wish',
    {
      lock: (holder, { asha }) => holder.query('DELETE FROM keep_wish WHERE user_id = $1', [asha]),
      change: async () => undefined,
    },
  ],
]

describe.each(CHANGES)('%s that is committed while wishes are compared', (_, { lock, change }) => {
  // covers: beyond-keep-ends
  it('keeps the two apart, and tells nothing to either', async () => {
    const { asha, ben, conversationId } = await pair(node)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    const streams = [await asha.stream(), await ben.stream()]
    for (const stream of streams) await stream.next('ready')
    const asked = { asha: asha.id, ben: ben.id, conversationId }
    const outcome = await runBehindLock(poolOf(node), {
      lock: (holder) => lock(holder, asked),
      work: () => settleWishes(node),
      change: (holder) => change(holder, asked),
    })
    expect(outcome).toBeUndefined()
    await poolOf(node).query('DELETE FROM block')
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
    expect((await conversationOf(asha, conversationId)).keep).toBe('NO')
    for (const stream of streams) {
      stream.close()
      expect(stream.received.map(({ event }) => event)).not.toContain('kept')
    }
  })
})

describe('a wish that is committed after it was compared with', () => {
  // covers: beyond-keep-both-asked
  it('counts, although the time of the wish before is later', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await askToKeep(ben, conversationId)
    await settleWishes(node)
    await askToKeep(asha, conversationId)
    await poolOf(node).query(
      `UPDATE keep_wish SET created = created - interval '1 minute' WHERE user_id = $1`,
      [asha.id],
    )
    await settleWishes(node)
    expect(await keptOf(asha)).toMatchObject([{ userId: ben.id }])
  })
})
