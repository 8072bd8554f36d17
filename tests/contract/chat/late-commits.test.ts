import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createRedelivery } from '#server/domains/chat/redelivery.ts'
import type { Live, RepairProgress } from '#server/domains/live/index.ts'
import { pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

/** An empty event log that stores how far redelivery has looked. */
function emptyLog() {
  const published: string[] = []
  let progress: RepairProgress | null = null
  const live: Pick<Live, 'publish' | 'repair'> = {
    async publish(_recipients, { data }) {
      if ('message' in data) published.push(data.message)
    },
    repair: {
      claimRepair: async () => true,
      readProgress: async () => progress,
      async writeProgress(next) {
        progress = next
      },
      undelivered: async (messages) => [...messages],
    },
  }
  return { live, published }
}

describe('the first redelivery run of a node, when it is late because the database was unavailable', () => {
  it('publishes a message that was committed long before it', async () => {
    const { asha, conversationId } = await pair(node)
    const { database, metrics } = node.app.context
    const { pool } = database
    const { live, published } = emptyLog()
    let elapsed = 0
    const onError = (error: unknown) => {
      throw error
    }
    const redelivery = createRedelivery({ pool, live, metrics, onError }, () => elapsed)
    await pool.query(
      `INSERT INTO message (id, conversation_id, sender_id, body, time)
       VALUES ($1, $2, $3, 'Late', now() - interval '60 seconds')`,
      [uuidv7({ msecs: Date.now() - 60_000 }), conversationId, asha.id],
    )
    elapsed = 90_000
    await redelivery.run()
    expect(published).toEqual(['Late'])
    await redelivery[Symbol.asyncDispose]()
  })
})
