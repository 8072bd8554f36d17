import { describe, expect, it } from 'vitest'
import { runBehindLock } from '../../kit/held-lock.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

/** What forbids a chat, committed while the chat is being opened. */
const CHANGES: [string, (ben: Person, asha: Person) => Promise<unknown>][] = [
  ['a block', (ben, asha) => ben.call('POST', '/api/v1/blocks', { userId: asha.id })],
  [
    'a ban',
    async (ben) => {
      const { id } = await join(node)
      const { decisions } = node.app.context.moderation
      await decisions.decideAbout({ id, role: 'ADMIN' }, ben.id, { kind: 'BAN', reason: 'Threats' })
    },
  ],
]

/** Makes a request that opens the ended chat, and lets `change` commit between its check and its end. */
async function openDuring(
  change: (ben: Person, asha: Person) => Promise<unknown>,
  open: (asha: Person, ben: Person) => Promise<unknown>,
) {
  const { asha, ben, conversationId } = await pair(node)
  await asha.call('GET', `/api/v1/conversation/${conversationId}/resign`)
  const stream = await ben.stream()
  const answer = await runBehindLock(node.app.context.database.pool, {
    lock: (holder) => holder.query('SELECT 1 FROM conversation WHERE id = $1 FOR UPDATE', [conversationId]),
    work: () => open(asha, ben),
    change: () => change(ben, asha),
  })
  const conversation = await node.app.context.database.prisma.conversation.findUniqueOrThrow({
    where: { id: conversationId },
  })
  stream.close()
  return { answer, isOpen: conversation.endedAt === null, events: stream.received.map(({ event }) => event) }
}

describe.each(CHANGES)('%s that is committed while a chat opens', (_, change) => {
  // covers: beyond-block-while-chat-opens
  it('refuses a chat started from a list, and leaves it ended', async () => {
    const startChat = (asha: Person, ben: Person) =>
      asha.call('POST', '/api/v1/conversation', { secondUser: ben.id })
    const { answer, isOpen, events } = await openDuring(change, startChat)
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(isOpen).toBe(false)
    expect(events).not.toContain('match_found')
  })
})
