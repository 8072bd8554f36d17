import { describe, expect, it } from 'vitest'
import { type Message, messagePage } from '#schema/chat.ts'
import { startApp } from '../../kit/app.ts'
import { ask, type GraphqlAnswer } from '../../kit/graphql.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const messages = async (person: Person, id: string) =>
  messagePage.parse((await person.call('POST', '/api/v1/messages', { id })).body)

interface MessagesOfPage {
  nodes: { text: string }[]
  endCursor: string | null
  hasNextPage: boolean
}

describe('reading older messages', () => {
  // covers: 7-messages-before
  it('continues before a message without repeats or gaps while new messages arrive', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const said: string[] = []
    const say = async (person: Person) => {
      said.push(`Message ${said.length}`)
      await person.send(conversationId, said.at(-1) ?? '')
    }
    for (let index = 0; index < 23; index += 1) await say(asha)
    const known = said.toReversed()
    const read: Message[] = []
    let page = await messages(ben, conversationId)
    for (;;) {
      read.push(...page.elements)
      if (page.last) break
      for (let index = 0; index < 3; index += 1) await say(asha)
      const { body } = await ben.call('POST', '/api/v1/messages', {
        id: conversationId,
        before: read.at(-1)?.id,
      })
      page = messagePage.parse(body)
      expect(page).toMatchObject({ totalElements: said.length, totalPages: Math.ceil(said.length / 10) })
    }
    expect(read.map(({ message }) => message)).toEqual(known)
  })

  it('continues after a GraphQL cursor in the same way', async () => {
    const { asha, conversationId } = await pair(node)
    for (let index = 0; index < 7; index += 1) await asha.send(conversationId, `Message ${index}`)
    const query = `query($id: ID!, $after: String) { conversation(id: $id) {
      messages(first: 3, after: $after) { nodes { text } endCursor hasNextPage totalCount } } }`
    const read: string[] = []
    let after: string | null = null
    do {
      const { data }: GraphqlAnswer = await ask(node, asha, query, { id: conversationId, after })
      const page: MessagesOfPage = data?.conversation.messages
      read.push(...page.nodes.map(({ text }) => text))
      expect(page.hasNextPage).toBe(page.endCursor !== null)
      after = page.endCursor
      await asha.send(conversationId, 'New')
    } while (after)
    expect(read).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Message ${index}`))
  })

  it('numbers the pages before a message, and hides what the member cleared', async () => {
    const { asha, ben, conversationId } = await pair(node)
    for (let index = 0; index < 6; index += 1) await asha.send(conversationId, `Message ${index}`)
    const [, newest] = (await messages(ben, conversationId)).elements
    const older = async (person: Person) =>
      messagePage.parse(
        (
          await person.call('POST', '/api/v1/messages', {
            id: conversationId,
            before: newest?.id,
            pageNumber: 1,
            size: 2,
          })
        ).body,
      )
    expect((await older(ben)).elements.map(({ message }) => message)).toEqual(['Message 1', 'Message 0'])
    await asha.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
    expect(await older(asha)).toMatchObject({ elements: [], last: true, totalElements: 0 })
  })

  // covers: 7-messages-before
  it('counts against one limit per account, for REST and GraphQL together', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '0.02' } })
    const asha = await join(strict)
    const read = () => asha.call('POST', '/api/v1/messages', { id: crypto.randomUUID() })
    const { chat } = strict.app.context
    expect((await read()).status).toBe(404)
    await chat.messagePages({ id: asha.id, premium: false }, [
      { id: crypto.randomUUID(), pageNumber: 0, size: 1 },
    ])
    expect((await read()).status).toBe(404)
    expect(await read()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    await strict[Symbol.asyncDispose]()
  })
})
