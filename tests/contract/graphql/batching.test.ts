import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { statementsDuring } from '../../kit/statements.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const node = useNode({ clock: createTestClock() })

const LIST = `query($first: Int!, $messages: Int!) {
  conversations(first: $first) {
    nodes {
      id
      partner { id displayName age gender lookingFor online }
      messages(first: $messages) { totalCount hasNextPage nodes { id text senderName read clearedBy } }
    }
  }
}`

interface Listed {
  id: string
  partner: { id: string; displayName: string }
  messages: { totalCount: number; nodes: { id: string; text: string; senderName: string }[] }
}

const list = async (person: Person, first: number, messages: number) => {
  const { data, errors } = await ask(node, person, LIST, { first, messages })
  expect(errors).toEqual([])
  return (data as { conversations: { nodes: Listed[] } }).conversations.nodes
}

/** A message that was sent that many days ago. */
const said = (conversationId: string, senderId: string, body: string, daysAgo: number) => {
  const time = new Date(Date.now() - daysAgo * DAY)
  return node.app.context.database.prisma.message.create({
    data: { id: uuidv7({ msecs: time.getTime() }), conversationId, senderId, body, time },
  })
}

async function conversationsOf(person: Person, count: number) {
  const partners = await Promise.all(Array.from({ length: count }, () => join(node)))
  return Promise.all(
    partners.map(async (partner, index) => {
      const { conversationId } = await node.app.context.chat.open(person.id, partner.id)
      await said(conversationId, partner.id, 'Long ago', 40)
      await said(conversationId, partner.id, 'Lately', 3)
      await said(conversationId, person.id, 'An answer', 2)
      if (index % 2 === 1) {
        await person.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
        await said(conversationId, partner.id, 'After clearing', 0)
      }
      if (index % 3 === 2) await partner.call('POST', `/api/v1/conversation/${conversationId}/mark-read`)
      return { conversationId, partner }
    }),
  )
}

describe('the messages and partners of a list of conversations', () => {
  // covers: beyond-graphql-batched-pages
  it.each([
    ['a free member', false],
    ['a premium member', true],
  ])('match those over REST, for %s', async (_, premium) => {
    const asha = await join(node, { premium })
    const all = await conversationsOf(asha, 6)
    const listed = await list(asha, 10, 2)
    expect(listed.map(({ id }) => id).sort()).toEqual(all.map((one) => one.conversationId).sort())
    for (const { id, partner, messages } of listed) {
      const { body } = await asha.call('POST', '/api/v1/messages', { id, size: 2 })
      const elements = body.elements as Record<string, unknown>[]
      expect(messages).toEqual({
        totalCount: body.totalElements,
        hasNextPage: !body.last,
        nodes: elements.map(({ id, message, senderName, read, clearedBy }) => ({
          id,
          text: message,
          senderName,
          read,
          clearedBy,
        })),
      })
      const known = await asha.call('GET', `/api/v1/user/${partner.id}`)
      expect(known.body).toMatchObject({ displayName: partner.displayName })
    }
    const longAgo = listed.flatMap(({ messages }) => messages.nodes).filter(({ text }) => text === 'Long ago')
    expect(longAgo).toEqual([])
    expect(listed.map(({ messages }) => messages.totalCount).sort()).toEqual(
      premium ? [1, 1, 1, 3, 3, 3] : [1, 1, 1, 2, 2, 2],
    )
  })

  // covers: beyond-graphql-no-n-plus-1
  it('take as many statements for ten conversations as for two', async () => {
    const [few, many] = [await join(node), await join(node)]
    await Promise.all([conversationsOf(few, 2), conversationsOf(many, 10)])
    // A background job runs at the same time.
    const job = () => node.app.context.privacy.makeExports()
    const statements = async (person: Person, count: number) => {
      const jobs = [job(), job()]
      const { statements: made } = await statementsDuring(node, async () => {
        expect(await list(person, 10, 5)).toHaveLength(count)
      })
      await Promise.all(jobs)
      return made.sort()
    }
    expect(await statements(few, 2)).toEqual([
      'count-conversations',
      'list-conversations',
      'message-pages',
      'read-partners',
    ])
    expect(await statements(many, 10)).toEqual(await statements(few, 2))
  })

  it('exceed the limit when one request asks for too many', async () => {
    const asha = await join(node)
    await conversationsOf(asha, 3)
    const asked = (aliases: number) =>
      ask(
        node,
        asha,
        `{ conversations { nodes { ${Array.from(
          { length: aliases },
          (_, n) => `m${n}: messages(first: 100) { totalCount }`,
        ).join(' ')} } } }`,
      )
    expect((await asked(6)).errors).toEqual([])
    expect(await asked(7)).toMatchObject({ data: null, codes: expect.arrayContaining(['INVALID']) })
  })

  it('stay hidden for a conversation of other members', async () => {
    const [asha, ben, eve] = [await join(node), await join(node), await join(node)]
    const { conversationId } = await node.app.context.chat.open(asha.id, ben.id)
    const pages = await node.app.context.chat.messagePages({ id: eve.id, premium: false }, [
      { id: conversationId, pageNumber: 0, size: 10 },
    ])
    expect(pages).toMatchObject([{ code: 'NOT_FOUND' }])
    expect(await node.app.context.chat.partners(eve.id, [asha.id, crypto.randomUUID()])).toMatchObject([
      { code: 'NOT_FOUND' },
      { code: 'NOT_FOUND' },
    ])
  })
})
