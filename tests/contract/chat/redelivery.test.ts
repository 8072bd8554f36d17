import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { socketClient, subscribeOn } from '../../kit/graphql.ts'
import { type Person, pair, type TestStream } from '../../kit/person.ts'

const patience = { timeout: 60_000 }

/** A committed but unpublished message, as a node leaves it that dies after the commit. */
async function commitUnpublished(node: TestApp, sender: Person, conversationId: string, text: string) {
  const id = uuidv7()
  await node.app.context.database.pool.query(
    `INSERT INTO message (id, conversation_id, sender_id, body, time, client_message_id)
     VALUES ($1, $2, $3, $4, date_trunc('milliseconds', clock_timestamp()), NULL)`,
    [id, conversationId, sender.id, text],
  )
  return id
}

const texts = (stream: TestStream) =>
  stream.received.filter(({ event }) => event === 'new_chat_message').map(({ data }) => data.message)

/** The events of a replay, up to `ready`. */
async function replayed(person: Person, after: string) {
  const stream = await person.stream({ after })
  await stream.next('ready')
  const found = texts(stream)
  stream.close()
  await stream.ended
  return { found, lastId: stream.received.findLast(({ id }) => id)?.id ?? '' }
}

async function leave(stream: TestStream) {
  const { id } = await stream.next('ready')
  stream.close()
  await stream.ended
  return id ?? ''
}

describe.each(['memory', 'Redis'])('a committed message that was not published, with the %s log', (store) => {
  let node: TestApp
  let close: () => Promise<void>

  beforeAll(async () => {
    if (store === 'memory') {
      node = await startApp()
      close = () => node[Symbol.asyncDispose]()
    } else {
      const cluster = await startCluster(1)
      if (!cluster?.nodes[0]) return
      node = cluster.nodes[0]
      close = () => cluster[Symbol.asyncDispose]()
    }
  })
  afterAll(() => close?.())

  // covers: design-replay-from-messages-table
  it('appears once in the replay of the receiver and of the sender’s other device', async (context) => {
    if (!node) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(node)
    const [afterAsha, afterBen] = [await leave(await asha.stream()), await leave(await ben.stream())]
    await commitUnpublished(node, asha, conversationId, 'Nobody told you')
    const [sender, receiver] = [await replayed(asha, afterAsha), await replayed(ben, afterBen)]
    expect(receiver.found).toEqual(['Nobody told you'])
    expect(sender.found).toEqual(['Nobody told you'])
    expect((await replayed(ben, receiver.lastId)).found).toEqual([])
    expect((await replayed(ben, afterBen)).found).toEqual(['Nobody told you'])
  })

  it('reaches a stream that stays connected', async (context) => {
    if (!node) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    await commitUnpublished(node, asha, conversationId, 'Nobody told you')
    const { data, id } = await stream.next('new_chat_message')
    expect(data).toMatchObject({
      conversationId,
      message: 'Nobody told you',
      senderId: asha.id,
      senderName: asha.user.displayName,
      read: false,
    })
    expect(id).toMatch(/^\d+-\d+$/)
    stream.close()
  })

  it('does not reach a member who has cleared the conversation since', async (context) => {
    if (!node) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(node)
    const [afterAsha, afterBen] = [await leave(await asha.stream()), await leave(await ben.stream())]
    await commitUnpublished(node, asha, conversationId, 'Cleared already')
    const cleared = await ben.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
    expect(cleared.status).toBe(200)
    expect((await replayed(ben, afterBen)).found).not.toContain('Cleared already')
    expect((await replayed(asha, afterAsha)).found).toContain('Cleared already')
  })

  it('comes in the order of the conversation with messages that were published', async (context) => {
    if (!node) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(node)
    const after = await leave(await ben.stream())
    await asha.send(conversationId, 'One')
    await commitUnpublished(node, asha, conversationId, 'Two')
    await commitUnpublished(node, asha, conversationId, 'Three')
    expect((await replayed(ben, after)).found).toEqual(['One', 'Two', 'Three'])
    await asha.send(conversationId, 'Four')
    await expect
      .poll(async () => (await replayed(ben, after)).found, patience)
      .toEqual(['One', 'Two', 'Three', 'Four'])
  })
})

describe('a GraphQL subscription that resumes', () => {
  it('begins with a committed message that was not published', async () => {
    const node = await startApp()
    const { asha, ben, conversationId } = await pair(node)
    const after = await leave(await ben.stream())
    await commitUnpublished(node, asha, conversationId, 'Nobody told you')
    const client = socketClient(node, ben.token)
    const query = 'subscription ($after: ID) { live(after: $after) { id name message { text } } }'
    const { received, stop } = subscribeOn(client, query, { after })
    await expect.poll(() => received.length, patience).toBeGreaterThan(0)
    expect(received[0]).toMatchObject({
      live: { name: 'new_chat_message', message: { text: 'Nobody told you' } },
    })
    await stop()
    await node[Symbol.asyncDispose]()
  })
})

describe('a message sent through one node of two', () => {
  it('appears once when both nodes look for unpublished messages at the same time', async (context) => {
    const cluster = await startCluster(2)
    if (!cluster) return context.skip('redis-server is not installed')
    const [one, two] = cluster.nodes as [TestApp, TestApp]
    const { asha, ben, conversationId } = await pair(one, two)
    const after = await leave(await ben.stream())
    const sent = Array.from({ length: 10 }, (_, index) => `Message ${index}`)
    // Each replay looks for unpublished messages, on both nodes.
    for (const text of sent)
      await Promise.all([asha.send(conversationId, text), replayed(ben, after), replayed(asha, after)])
    expect((await replayed(ben, after)).found).toEqual(sent)
    await cluster[Symbol.asyncDispose]()
  })
})
