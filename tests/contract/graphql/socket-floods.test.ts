import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { call, join, pair } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { useNode } from '../../kit/use-node.ts'
import { greet, nextMessage, type OpenedSocket, openSocket } from '../../kit/web-sockets.ts'

const node = useNode()
const sockets: OpenedSocket[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const { socket } of sockets.splice(0)) socket.terminate()
})

async function open(options?: Parameters<typeof openSocket>[1]): Promise<OpenedSocket> {
  const made = openSocket(node, options)
  sockets.push(made)
  await made.opened
  return made
}

/** A socket of a member. */
async function openAs(token: string, options?: Parameters<typeof openSocket>[1]): Promise<OpenedSocket> {
  const made = await open(options)
  await greet(made, token)
  return made
}

const send = ({ socket }: OpenedSocket, message: object) => socket.send(JSON.stringify(message))
const subscribe = (id: string, query: string) => ({ id, type: 'subscribe', payload: { query } })

describe('a WebSocket whose client does not read', () => {
  it('ends when more than 256 KiB are unsent', async () => {
    const { asha, conversationId } = await pair(node)
    for (let count = 0; count < 20; count += 1) await asha.send(conversationId, 'x'.repeat(4_000))
    const query = `{ conversation(id: "${conversationId}") { messages(first: 20) { nodes { text } } } }`
    const slow = await openAs(asha.token)
    send(slow, subscribe('first', query))
    expect(JSON.stringify(await nextMessage(slow.socket)).length).toBeGreaterThan(80_000)
    slow.socket.pause()
    for (let batch = 0; batch < 60 && slow.socket.readyState === WebSocket.OPEN; batch += 1) {
      for (let count = 0; count < 10; count += 1) send(slow, subscribe(`${batch}-${count}`, query))
      for (let turn = 0; turn < 20; turn += 1) await call(node.url, 'GET', '/healthz')
    }
    expect(slow.socket.readyState).not.toBe(WebSocket.OPEN)
    slow.socket.resume()
    expect(await slow.closed).toBe(1006)
  })

  it('ends after two pings, although the client sends pongs', async () => {
    const beats: (() => void)[] = []
    const original = globalThis.setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation((work, delay) => {
      if (delay !== 12_000) return original(work, delay)
      beats.push(work)
      return original(() => undefined, 2 ** 30)
    })
    const guessing = await open({ autoPong: false })
    const reading = await open()
    for (const beat of beats) beat()
    guessing.socket.pong()
    guessing.socket.pong('a guess')
    for (const one of [guessing, reading]) {
      const answered = nextMessage(one.socket)
      send(one, { type: 'ping' })
      await answered
    }
    for (const beat of beats) beat()
    expect(await guessing.closed).toBe(1006)
    expect(reading.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('a WebSocket', () => {
  it('answers a ping without its payload', async () => {
    const one = await open()
    const answered = nextMessage(one.socket)
    send(one, { type: 'ping', payload: { padding: 'x'.repeat(60_000) } })
    expect(await answered).toEqual({ type: 'pong' })
  })

  it.each([
    ['messages', (socket: WebSocket) => socket.send(JSON.stringify({ type: 'ping' }))],
    ['pings', (socket: WebSocket) => socket.ping()],
    ['pongs', (socket: WebSocket) => socket.pong()],
  ])('closes when its client sends more than 200 %s in a second', async (_, act) => {
    const one = await open()
    // Whenever a second ends, the rest is more than 200.
    for (let count = 0; count < 1_000; count += 1) act(one.socket)
    // ws itself ends a socket with many pings that it has not answered yet.
    expect(await one.closed).toBeOneOf([1006, 1008])
  })

  it('handles no message that arrives while it is closing', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const one = await openAs(asha.token)
    send(one, { type: 'connection_init' })
    const sending = `mutation { sendMessage(conversationId: "${conversationId}", text: "late") { id } }`
    send(one, subscribe('late', sending))
    expect(await one.closed).toBe(4429)
    await asha.send(conversationId, 'after it')
    const { body } = await ben.call('POST', '/api/v1/messages', { id: conversationId, size: 50 })
    expect(JSON.stringify(body)).toContain('after it')
    expect(JSON.stringify(body)).not.toContain('late')
  })

  it('closes for an id of more than 64 bytes, whose answers would repeat it', async () => {
    const { token } = await join(node)
    const one = await openAs(token)
    send(one, subscribe('é'.repeat(32), '{ __typename }'))
    expect(await nextMessage(one.socket)).toMatchObject({ id: 'é'.repeat(32), type: 'next' })
    send(one, subscribe(`${'é'.repeat(32)}x`, '{ __typename }'))
    expect(await one.closed).toBe(4400)
  })
})

describe('a refused upgrade', () => {
  it('closes the connection, although its client does not', async () => {
    const { hostname, port } = new URL(node.url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.write(
      'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: https://evil.example\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 403 /)
    // Data for a closed connection is answered with a reset.
    const refused = once(socket, 'error')
    const writing = setInterval(() => socket.write('x'), 50)
    await refused.finally(() => clearInterval(writing))
  })
})

describe('the header Upgrade', () => {
  it.each([
    ['another protocol', '/healthz', 'h2c', 200],
    ['another protocol at /graphql', '/graphql?query=%7B__typename%7D', 'h2c', 200],
    ['a WebSocket elsewhere', '/healthz', 'websocket', 200],
  ])('changes nothing for %s', async (_, path, upgrade, status) => {
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade,
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
    }
    expect((await rawRequest(node.url, 'GET', path, { headers })).status).toBe(status)
  })
})
