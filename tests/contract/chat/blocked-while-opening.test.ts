import { describe, expect, it } from 'vitest'
import { runBehindLock } from '../../kit/held-lock.ts'
import { knockFrom, knockOn } from '../../kit/knocks.ts'
import { type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

/** What forbids a chat, committed while the chat is being opened. */
const CHANGES: [string, (ben: Person, asha: Person) => Promise<unknown>][] = [
  [
    'a block',
    (ben, asha) =>
      node.app.context.database.prisma.block.create({ data: { blockerId: ben.id, blockedId: asha.id } }),
  ],
  [
    'a ban',
    (ben) =>
      node.app.context.database.prisma.user.update({ where: { id: ben.id }, data: { bannedAt: new Date() } }),
  ],
]

describe.each(CHANGES)('%s that is committed while a knock is accepted', (_, change) => {
  // covers: beyond-block-while-chat-opens
  it('refuses the chat, and leaves it ended', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const { pool, prisma } = node.app.context.database
    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    await knockOn(ben, asha)
    const { id } = await knockFrom(ben, asha)
    const stream = await asha.stream()
    const answer = await runBehindLock(pool, {
      lock: (holder) => holder.query('SELECT 1 FROM conversation WHERE id = $1 FOR UPDATE', [conversationId]),
      work: () => asha.call('POST', `/api/v1/knocks/${id}/accept`),
      change: () => change(ben, asha),
    })
    stream.close()
    expect(answer).toMatchObject({ status: 404, body: { message: 'This invitation is no longer open.' } })
    const { endedAt } = await prisma.conversation.findUniqueOrThrow({ where: { id: conversationId } })
    expect(endedAt).not.toBeNull()
    expect(stream.received.map(({ event }) => event)).not.toContain('match_found')
  })
})
