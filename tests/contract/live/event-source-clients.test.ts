import { EventSource } from 'eventsource'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FOREIGN_CLIENTS, type ForeignClient } from '../../kit/foreign-clients.ts'
import { call, join, pair } from '../../kit/person.ts'
import { PASSWORD } from '../../kit/privacy.ts'
import { openTcpProxy, type TcpProxy } from '../../kit/tcp-proxy.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let proxy: TcpProxy
const open: { close(): unknown }[] = []
beforeAll(async () => {
  proxy = await openTcpProxy(node.url)
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await proxy.restore()
})
afterAll(async () => {
  await proxy.close()
})

const LOG_IN = `mutation LogIn($userName: String!, $password: String!) {
  logIn(userName: $userName, password: $password) { token user { id } } }`
const LIVE = `subscription Live {
  live { id name message { id text } conversation { id partner { id } } } }`
const FIND = 'mutation Find { findMatch { conversation { id } } }'
const SEND = `mutation Send($id: ID!, $text: String!) {
  sendMessage(conversationId: $id, text: $text) { id text } }`
const READ = `query Messages($id: ID!) {
  conversation(id: $id) { id messages { nodes { id text } } } }`

interface LiveEvent {
  name: string
  message: { text: string } | null
  conversation: { id: string } | null
}

describe.each(Object.entries(FOREIGN_CLIENTS))('the client %s from npm', (name, connect) => {
  const client = (token: string | null, base = proxy.url.replace(/\/$/, '')): ForeignClient => {
    const made = connect(base, token)
    open.push(made)
    return made
  }

  /** A socket needs a token in its first message, so its user logs in over HTTP. */
  async function logIn(userName: string): Promise<string> {
    const credentials = { userName, password: PASSWORD }
    if (name === 'graphql-ws') {
      const { body } = await call(node.url, 'POST', '/auth', { body: credentials })
      return String(body.token)
    }
    const { logIn: opened } = (await client(null).run(LOG_IN, credentials)) as { logIn: { token: string } }
    return opened.token
  }

  /** Logs in, and subscribes to the live events. */
  async function arrive(interests: string[]) {
    const { user } = await join(node, { interests })
    const token = await logIn(user.userName)
    const own = client(token)
    const events: LiveEvent[] = []
    own.listen(LIVE, ({ live }) => events.push(live as LiveEvent))
    const texts = () => events.flatMap(({ message }) => message?.text ?? [])
    const count = (event: string) => events.filter((one) => one.name === event).length
    await expect.poll(() => count('ready')).toBe(1)
    return { own, events, texts, count }
  }

  // covers: beyond-npm-clients
  it('logs in, is matched, exchanges messages, and resumes after a lost connection', async () => {
    const interests = [`Only over ${name}`]
    const [asha, ben] = [await arrive(interests), await arrive(interests)]
    await asha.own.run(FIND)
    const { findMatch } = (await ben.own.run(FIND)) as { findMatch: { conversation: { id: string } } }
    const { id } = findMatch.conversation
    await expect.poll(() => asha.events.some(({ conversation }) => conversation?.id === id)).toBe(true)
    await asha.own.run(SEND, { id, text: 'Hello from a foreign client' })
    await expect.poll(ben.texts).toEqual(['Hello from a foreign client'])
    await ben.own.run(SEND, { id, text: 'And back' })
    await expect.poll(asha.texts).toContain('And back')

    await proxy.refuse()
    await proxy.restore()
    for (const one of [asha, ben]) await expect.poll(() => one.count('ready')).toBe(2)
    await asha.own.run(SEND, { id, text: 'After the loss' })
    await expect.poll(ben.texts).toContain('After the loss')
    const { conversation } = (await ben.own.run(READ, { id })) as {
      conversation: { messages: { nodes: { text: string }[] } }
    }
    expect(conversation.messages.nodes.map(({ text }) => text)).toEqual([
      'After the loss',
      'And back',
      'Hello from a foreign client',
    ])
  })

  it('receives the reason when it is not logged in', async () => {
    const refusal: unknown = await client(null)
      .run(FIND)
      .catch((error: unknown) => error)
    const told = refusal instanceof Error ? refusal.message : String(Reflect.get(Object(refusal), 'code'))
    expect(told).toMatch(name === 'graphql-ws' ? /^4403$/ : /log in/)
  })
})

describe('the client eventsource from npm', () => {
  // covers: beyond-npm-clients
  it('receives the missed events after a lost connection, by the id of its last event', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const asked: (string | null)[] = []
    const stream = new EventSource(new URL(`/subscribe/${asha.id}`, proxy.url), {
      fetch(input, init) {
        const headers = { ...init.headers, Authorization: `Bearer ${asha.token}` }
        asked.push(new Headers(headers).get('last-event-id'))
        return fetch(input, { ...init, headers })
      },
    })
    open.push(stream)
    const texts: string[] = []
    const ids: string[] = []
    stream.addEventListener('new_chat_message', ({ data, lastEventId }) => {
      texts.push(JSON.parse(data).message)
      ids.push(lastEventId)
    })
    let resyncs = 0
    stream.addEventListener('resync', () => {
      resyncs += 1
    })
    await new Promise((resolve) => stream.addEventListener('open', resolve, { once: true }))
    await ben.send(conversationId, 'Before the loss')
    await expect.poll(() => texts).toEqual(['Before the loss'])
    const [lastId] = ids

    await proxy.refuse()
    await ben.send(conversationId, 'During the loss')
    await proxy.restore()
    await expect.poll(() => texts).toEqual(['Before the loss', 'During the loss'])
    expect(asked.at(-1)).toBe(lastId)
    await ben.send(conversationId, 'After the loss')
    await expect.poll(() => texts).toEqual(['Before the loss', 'During the loss', 'After the loss'])
    expect([resyncs, new Set(ids).size]).toEqual([0, 3])
  })

  it('stops when the server refuses it', async () => {
    const asha = await join(node)
    const stream = new EventSource(new URL(`/subscribe/${asha.id}`, node.url))
    open.push(stream)
    const failure = await new Promise<{ code?: number | undefined }>((resolve) =>
      stream.addEventListener('error', resolve, { once: true }),
    )
    expect([failure.code, stream.readyState]).toEqual([401, EventSource.CLOSED])
  })
})
