import { describe, expect, it } from 'vitest'
import { pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

describe('leaving', () => {
  // covers: 4.2-partner-disconnects, 4.3-conversation-disconnected, 6-member-rights, 7-resign
  it('ends the conversation at once and tells the partner exactly once', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    await Promise.all(
      [1, 2, 3].map(() =>
        asha.call('GET', `/api/v1/conversation/${conversationId}/resign?resetPartner=true`),
      ),
    )
    const { data } = await stream.next('conversation_disconnected')
    expect(data).toEqual({ conversationId, userId: asha.id, reason: 'resigned' })
    const after = await ben.call('POST', '/api/v1/message', { conversationId, message: 'Still there?' })
    expect(after).toMatchObject({ status: 409, body: { code: 'CONVERSATION_ENDED' } })
    expect(stream.received.filter((one) => one.event === 'conversation_disconnected')).toHaveLength(1)
    stream.close()
  })
})

describe('reporting', () => {
  // covers: 1-report-and-block, 6-member-rights, 7-report
  it('ends the conversation, blocks the partner and keeps the messages as evidence', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'Something nasty')
    const stream = await ben.stream()
    const answer = await asha.call('POST', '/api/user/report/true', {
      reportedUserId: ben.id,
      reason: ' Rude ',
    })
    expect(answer.status).toBe(200)
    // The blocked member only sees that the partner left.
    expect((await stream.next('conversation_disconnected')).data.reason).toBe('resigned')
    const row = await node.app.context.database.prisma.report.findFirstOrThrow({
      where: { reportedId: ben.id },
    })
    expect(row).toMatchObject({ reporterId: asha.id, reason: 'Rude', conversationId, status: 'OPEN' })
    expect(row.evidence).toMatchObject([{ senderId: ben.id, message: 'Something nasty' }])
    for (const person of [asha, ben]) {
      expect((await person.call('GET', `/api/v1/conversation/${conversationId}`)).status).toBe(404)
      expect((await person.call('POST', '/api/v1/message', { conversationId, message: 'Hi' })).status).toBe(
        409,
      )
      expect((await person.call('POST', '/api/v1/conversations', {})).body.totalElements).toBe(0)
    }
    const [first, second] = [await asha.findMatch(), await ben.findMatch()]
    expect([first.status, second.status]).toEqual([202, 202])
    stream.close()
  })

  // covers: 5-report-needs-a-reason
  it('needs a reason and a partner of an earlier chat', async () => {
    const { asha, ben } = await pair(node)
    const { asha: stranger } = await pair(node)
    const report = (reportedUserId: string, reason: string) =>
      asha.call('POST', '/api/user/report/true', { reportedUserId, reason })
    expect((await report(ben.id, '   ')).status).toBe(400)
    expect((await report(asha.id, 'Myself')).status).toBe(400)
    expect((await report(stranger.id, 'Never met')).status).toBe(404)
  })
})
