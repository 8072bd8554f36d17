import { afterEach, describe, expect, it } from 'vitest'
import type { Message } from '#schema/chat.ts'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import { optimistic } from '#web/state/chat/messages.ts'
import { createOutbox } from '#web/state/chat/outbox.ts'
import { eventually } from '../../kit/eventually.ts'
import { mine } from './conversation-kit.ts'
import { aUser, CHAT, lostConnection, ME, refusal, signedIn } from './kit.ts'
import { closeStreams, createStreamServer, createTab } from './live-stream-kit.ts'

afterEach(closeStreams)

/** Two tabs of one browser. The first one reads the stream. */
async function openTwoTabs() {
  const streams = createStreamServer()
  const channel = `tabs-${crypto.randomUUID()}`
  const [reader, other] = [createTab(streams, { channel }), createTab(streams, { channel })]
  reader.stream.open(ME)
  const connection = await streams.connection(0)
  other.stream.open(ME)
  return {
    streams,
    reader,
    other,
    nameOf: (index = 0) => streams.connections[index]?.headers.get(STREAM_HEADER),
    connection,
  }
}

/** Adds a message to an outbox of the tab. */
async function sendFrom({ stream }: ReturnType<typeof createTab>) {
  const { services, server } = await signedIn()
  const heard: Message[] = []
  stream.on('new_chat_message', (message) => heard.push(message))
  const outbox = createOutbox(
    {
      api: services.api,
      connected: stream.connected,
      stream,
      now: () => Date.now(),
      newKey: () => 'new-key',
    },
    CHAT,
  )
  const send = () => outbox.add(optimistic(CHAT, aUser(), 'Hello', { key: 'key-1', time: Date.now() }))
  const namesSent = () => server.of('sendMessage').map(({ headers }) => headers.get(STREAM_HEADER))
  return { server, heard, outbox, send, namesSent }
}

const SENT = { body: mine(1, 'key-1', 'Hello') }

describe('a message of the tab that reads the stream', () => {
  // covers: beyond-own-stream
  it('names the stream, and goes from its answer to every tab, as its event would', async () => {
    const { reader, other, nameOf } = await openTwoTabs()
    const elsewhere: Message[] = []
    other.stream.on('new_chat_message', (message) => elsewhere.push(message))
    const { server, heard, send, namesSent } = await sendFrom(reader)
    server.on('sendMessage', SENT)
    await send()
    expect(nameOf()).toMatch(/^[\w-]{16,64}$/)
    expect(namesSent()).toEqual([nameOf()])
    await eventually(() => expect([heard, elsewhere]).toEqual([[SENT.body], [SENT.body]]))
  })

  it('goes to every tab once an attempt is answered, and never when it is refused', async () => {
    const { reader } = await openTwoTabs()
    const { server, heard, outbox, send } = await sendFrom(reader)
    server.on('sendMessage', lostConnection())
    await send()
    server.on('sendMessage', SENT)
    await outbox.flush()
    await eventually(() => expect(heard).toEqual([SENT.body]))
    server.on('sendMessage', refusal(409, 'CONVERSATION_ENDED', 'The conversation has ended.'))
    await send()
    reader.stream.own()?.passOn(mine(2, 'key-2', 'Last'))
    await eventually(() => expect(heard).toHaveLength(2))
    expect(heard.map(({ message }) => message)).toEqual(['Hello', 'Last'])
  })
})

describe('a message of another tab', () => {
  // covers: beyond-own-stream
  it('names no stream, and waits for its event', async () => {
    const { other, connection } = await openTwoTabs()
    const { server, heard, send, namesSent } = await sendFrom(other)
    server.on('sendMessage', SENT)
    await send()
    expect(namesSent()).toEqual([null])
    connection.frame('7-1', 'new_chat_message', mine(2, 'key-2', 'From the stream'))
    await eventually(() => expect(heard.map(({ message }) => message)).toEqual(['From the stream']))
  })
})

describe('the name of a stream', () => {
  it('changes with each connection', async () => {
    const { streams, reader, nameOf } = await openTwoTabs()
    reader.stream.wake({ doubtful: true })
    await eventually(() => expect(streams.connections.length).toBeGreaterThan(1))
    expect(nameOf(1)).not.toBe(nameOf(0))
    expect(reader.stream.own()?.name).toBe(nameOf(1))
  })

  it('belongs to the tab that takes over', async () => {
    const { streams, reader, other, nameOf } = await openTwoTabs()
    reader.stream.close()
    await streams.connection(1)
    expect([reader.stream.own(), other.stream.own()?.name]).toEqual([null, nameOf(1)])
  })
})
