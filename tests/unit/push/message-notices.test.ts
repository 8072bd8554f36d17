import { describe, expect, it } from 'vitest'
import { createMessageNotices } from '#server/domains/push/message-notices.ts'
import { systemClock } from '#server/platform/clock.ts'
import { poolWith } from '../../kit/pool-double.ts'

describe('a message', () => {
  // covers: beyond-push-cost
  it('sends no statement by itself, and shares one with those of the same second', async () => {
    const statements: unknown[][] = []
    const pool = poolWith({
      query: async ({ values }: { values: unknown[] }) => {
        statements.push(values)
        return { rows: [] }
      },
    })
    const onError = (error: unknown) => expect.unreachable(String(error))
    const notices = createMessageNotices({ pool, clock: systemClock, onError, onQueued: () => undefined })
    for (const conversationId of ['a', 'b'])
      for (let count = 0; count < 100; count += 1) notices.add({ conversationId, senderId: 'ben' })
    expect(statements).toEqual([])
    await notices.flush()
    expect(statements).toHaveLength(1)
    expect(statements[0]?.slice(0, 2)).toEqual([
      ['a', 'b'],
      ['ben', 'ben'],
    ])
    await notices.flush()
    expect(statements).toHaveLength(1)
  })
})
