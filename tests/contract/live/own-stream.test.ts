import { describe, expect, it } from 'vitest'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import type { TestApp } from '../../kit/app.ts'
import { accept, knockFrom, knockOn, partedPair } from '../../kit/knocks.ts'
import { call, type Person, pair, personOf, type TestStream } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useTwoNodes } from '../../kit/use-two-nodes.ts'

const ASHAS = 'stream-of-asha-1'
const BENS = 'stream-of-ben-01'

/** Sends a message that names a stream. */
async function sendNaming(on: TestApp, { token }: Person, streamId: string, body: object) {
  const headers = { [STREAM_HEADER]: streamId }
  const answer = await call(on.url, 'POST', '/api/v1/message', { token, headers, body })
  expect(answer.status).toBe(200)
  return answer.body
}

const messagesOf = ({ received }: TestStream) =>
  received.flatMap(({ event, data }) => (event === 'new_chat_message' ? [data.message] : []))

/** Closes the streams, and returns the messages of each. What was sent before `last` has arrived before it. */
async function messagesBefore(last: string, streams: readonly TestStream[]) {
  for (const stream of streams) {
    await stream.next('new_chat_message', ({ message }) => message === last)
    stream.close()
  }
  return streams.map((stream) => messagesOf(stream).filter((message) => message !== last))
}

describe('a message that names a stream of its sender', () => {
  const node = useNode()

  // covers: beyond-own-stream
  it('reaches every stream of both members but this one', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const streams = [
      await asha.stream({ streamId: ASHAS }),
      await asha.stream({ streamId: 'another-of-asha-1' }),
      await asha.stream(),
      await ben.stream({ streamId: BENS }),
      await ben.stream(),
    ]
    const message = await sendNaming(node, asha, ASHAS, { conversationId, message: 'One' })
    expect(message).toMatchObject({ message: 'One', senderId: asha.id })
    await ben.send(conversationId, 'Last')
    expect(await messagesBefore('Last', streams)).toEqual([[], ['One'], ['One'], ['One'], ['One']])
  })

  // covers: beyond-own-stream
  it('comes with the replay of a stream that has the same name', async () => {
    const { asha, conversationId } = await pair(node)
    const first = await asha.stream({ streamId: ASHAS })
    const { id = '' } = await first.next('ready')
    await sendNaming(node, asha, ASHAS, { conversationId, message: 'One' })
    first.close()
    await first.ended
    const back = await asha.stream({ after: id, streamId: ASHAS })
    await back.next('ready')
    expect(messagesOf(back)).toEqual(['One'])
    back.close()
  })

  it('shows clients no part of that name', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const bens = await ben.stream()
    await sendNaming(node, asha, ASHAS, { conversationId, message: 'One' })
    const { event, id, data } = await bens.next('new_chat_message')
    expect(JSON.stringify([event, id, data])).not.toContain(ASHAS)
    bens.close()
  })

  it('does not reach it while its sender waits for an answer', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    const streams = [await asha.stream({ streamId: ASHAS }), await asha.stream()]
    const sent = await sendNaming(node, asha, ASHAS, { conversationId: id, message: 'One' })
    expect(sent).toMatchObject({ awaitsAnswer: true })
    await accept(ben, (await knockFrom(asha, ben)).id)
    await ben.send(id, 'Last')
    // Both members get it with the answer.
    expect(await messagesBefore('Last', streams)).toEqual([['One'], ['One', 'One']])
  })
})

describe('a message that names no stream of its sender', () => {
  const node = useNode()

  // covers: beyond-own-stream
  it.each([
    ['a stream of the partner', BENS],
    ['a stream that does not exist', 'stream-of-nobody-1'],
    ['a stream by a part of its id', ASHAS.slice(0, -1)],
    ['nothing that could be an id', 'one two three four'],
  ])('reaches every stream of both members, naming %s', async (_, streamId) => {
    const { asha, ben, conversationId } = await pair(node)
    const streams = [
      await asha.stream({ streamId: ASHAS }),
      await ben.stream({ streamId: BENS }),
      // The id is malformed here as well: the stream has no name.
      await asha.stream({ streamId: 'one two three four' }),
    ]
    await sendNaming(node, asha, streamId, { conversationId, message: 'One' })
    await ben.send(conversationId, 'Last')
    expect(await messagesBefore('Last', streams)).toEqual([['One'], ['One'], ['One']])
  })

  it('reaches the partner, whose stream has the name of the sender’s stream', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const streams = [await asha.stream({ streamId: ASHAS }), await ben.stream({ streamId: ASHAS })]
    await sendNaming(node, asha, ASHAS, { conversationId, message: 'One' })
    await ben.send(conversationId, 'Last')
    expect(await messagesBefore('Last', streams)).toEqual([[], ['One']])
  })
})

describe('a message that names a stream on another node', () => {
  const [first, second] = useTwoNodes()

  // covers: beyond-own-stream
  it('reaches every stream but this one, and is in its replay', async () => {
    const { asha, ben, conversationId } = await pair(first, second)
    const elsewhere = personOf(second.url, asha.token, asha.user)
    const named = await elsewhere.stream({ streamId: ASHAS })
    const streams = [named, await asha.stream(), await elsewhere.stream(), await ben.stream()]
    await sendNaming(first, asha, ASHAS, { conversationId, message: 'One' })
    await ben.send(conversationId, 'Last')
    expect(await messagesBefore('Last', streams)).toEqual([[], ['One'], ['One'], ['One']])
    const { id = '' } = await named.next('ready')
    const back = await elsewhere.stream({ after: id, streamId: ASHAS })
    await back.next('ready')
    expect(messagesOf(back)).toEqual(['One', 'Last'])
    back.close()
  })
})
