import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { askToKeep, keptPair, poolOf, updateKept } from '../../kit/keeping.ts'
import { pair } from '../../kit/person.ts'
import { deleteAccount, finishFirstSweep } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })

/** Returns what is stored of keeping in touch in a conversation. */
async function storedOf(id: string) {
  const { rows } = await poolOf(node).query<{ kept: number; wishes: number }>(
    `SELECT (SELECT count(*)::int FROM conversation_member WHERE conversation_id = $1 AND (kept_at IS NOT NULL
         OR kept_note IS NOT NULL OR hides_presence)) AS kept,
       (SELECT count(*)::int FROM keep_wish WHERE conversation_id = $1) AS wishes`,
    [id],
  )
  return rows[0]
}

describe('the erasure of a member', () => {
  // covers: beyond-keep-ends
  it('ends keeping in touch for both, and deletes the wishes of both', async () => {
    await finishFirstSweep(node)
    const kept = await keptPair(node)
    await updateKept(kept.ben, kept.asha.id, { note: 'The one with the lighthouse', hidesPresence: true })
    const asking = await pair(node)
    for (const person of [asking.asha, asking.ben]) await askToKeep(person, asking.conversationId)
    expect(await storedOf(kept.conversationId)).toEqual({ kept: 2, wishes: 0 })
    expect(await storedOf(asking.conversationId)).toEqual({ kept: 0, wishes: 2 })
    for (const { asha } of [kept, asking]) await deleteAccount(node, asha)
    // The conversations have not ended for the clock of the database, so the wishes have not lapsed.
    await poolOf(node).query('UPDATE conversation SET ended_at = NULL')
    clock.advance(31 * DAY)
    await node.app.context.privacy.sweep()
    for (const { conversationId } of [kept, asking])
      expect(await storedOf(conversationId)).toEqual({ kept: 0, wishes: 0 })
  })
})
