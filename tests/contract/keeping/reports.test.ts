import { describe, expect, it } from 'vitest'
import { keptOf, keptPair, poolOf, updateKept } from '../../kit/keeping.ts'
import { resign } from '../../kit/knocks.ts'
import { moderationOf, REPORT } from '../../kit/moderation.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

describe('a report about a kept member', () => {
  // covers: beyond-keep-report
  it('takes what the two wrote as evidence, and ends keeping in touch', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    await updateKept(asha, ben.id, { note: 'The one with the lighthouse' })
    await ben.send(conversationId, 'Send me money')
    await resign(asha, conversationId)
    const body = { reportedUserId: ben.id, reason: 'Asks for money' }
    expect((await asha.call('POST', '/api/user/report/true', body)).status).toBe(200)
    const console = await moderationOf(node)
    const { rows } = await poolOf(node).query<{ id: string }>(
      'SELECT id FROM report WHERE reported_id = $1',
      [ben.id],
    )
    const { data } = await console.ask(console.moderator, REPORT, { id: rows[0]?.id })
    expect(data.reportCase).toMatchObject({
      reporter: { id: asha.id },
      reported: { id: ben.id },
      evidence: [{ text: 'Send me money', senderId: ben.id }],
    })
    expect(JSON.stringify(data)).not.toContain('lighthouse')
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
  })
})
