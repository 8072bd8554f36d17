import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptStreams, type StreamAcceptor } from '#server/transports/sse/accept-streams.ts'

const HEAD = 'GET /subscribe/ann HTTP/1.1\r\nHost: localhost\r\n\r\n'
const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

let server: Server
let acceptor: StreamAcceptor | null
let clients: Socket[]
let accepted: Socket | null
/** What was served, and by whom. */
let served: string[]

interface Options {
  silence?: number
  headersTimeout?: number
}

/** A server that answers every request with its way and URL, and streams on the bare socket with a text that stays open. */
async function start(isOnSockets: boolean, { silence, headersTimeout = 60_000 }: Options = {}) {
  served = []
  clients = []
  accepted = null
  server = createServer({ connectionsCheckingInterval: 50, headersTimeout }, (request, response) => {
    served.push(`node:http ${request.method} ${request.url}`)
    request.resume().on('end', () => response.end('answered'))
  })
  acceptor = isOnSockets
    ? acceptStreams(
        server,
        ({ method, url }, socket) => {
          served.push(`socket ${method} ${url}`)
          socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbegun')
        },
        silence === undefined ? {} : { silence },
      )
    : null
  server.on('connection', (socket) => {
    accepted = socket
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
}
afterEach(async () => {
  for (const client of clients) client.destroy()
  acceptor?.stop()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  const client = { socket, text: '', ended: new Promise<void>((done) => socket.once('close', () => done())) }
  socket.setEncoding('latin1').on('data', (chunk) => {
    client.text += chunk
  })
  socket.on('error', () => undefined)
  return client
}

/** Sends the bytes and ends the client's side. Returns what was served and the status of each answer. */
async function outcomeOf(bytes: string) {
  const client = open()
  client.socket.write(bytes, 'latin1')
  await expect.poll(() => client.text).not.toBe('')
  // Every request that node:http can still answer is answered before the connection is idle.
  await new Promise(setImmediate)
  client.socket.end()
  await client.ended
  return {
    served: served.map((one) => one.replace(/^\S+ /, '')),
    statuses: client.text.match(/^HTTP\/1.1 \d+/gm),
  }
}

const LARGE = `X-A: ${'x'.repeat(20 * 1024)}`
const HOSTILE: [string, string][] = [
  [
    'a body of a Content-Length',
    `${head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'Content-Length: 4')}GET `,
  ],
  ['two lengths', head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'Content-Length: 0', 'Content-Length: 3')],
  [
    'a length and an encoding',
    `${head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ],
  [
    'a chunked body',
    `${head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ],
  ['no Host', head('GET /subscribe/ann HTTP/1.1', 'Accept: */*')],
  ['two hosts', head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'Host: y')],
  ['a folded header', head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'X-A: 1', ' folded')],
  ['a bare line feed', 'GET /subscribe/ann HTTP/1.1\nHost: x\n\n'],
  ['a space before a colon', head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'X-A : 1')],
  ['a NUL in a header', head('GET /subscribe/ann HTTP/1.1', 'Host: x', 'X-A: \0')],
  ['an absolute URL', head('GET http://x/subscribe/ann HTTP/1.1', 'Host: x')],
  ['HTTP/1.0', head('GET /subscribe/ann HTTP/1.0', 'Host: x')],
  ['an unknown version', head('GET /subscribe/ann HTTP/9.9', 'Host: x')],
  ['a head larger than node:http accepts', head('GET /subscribe/ann HTTP/1.1', 'Host: x', LARGE)],
  ['another path', head('GET /api/session HTTP/1.1', 'Host: x')],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n'],
]

describe('a connection whose first request is not a plain stream request', () => {
  // covers: beyond-ambiguous-requests
  it.each(HOSTILE)('gets the answer of node:http: %s', async (_, bytes) => {
    await start(false)
    const expected = await outcomeOf(bytes)
    server.close()
    await start(true)
    expect(await outcomeOf(bytes)).toEqual(expected)
    expect(served.filter((one) => one.startsWith('socket'))).toEqual([])
  })

  it('gets its answers in order from node:http when a second request follows in the same bytes', async () => {
    await start(true)
    const client = open()
    client.socket.write(HEAD + head('GET /api/session HTTP/1.1', 'Host: x'))
    await expect.poll(() => client.text.match(/answered/g)?.length).toBe(2)
    expect(served).toEqual(['node:http GET /subscribe/ann', 'node:http GET /api/session'])
  })

  it('keeps its later requests on node:http, also stream requests', async () => {
    await start(true)
    const client = open()
    client.socket.write(head('GET /api/session HTTP/1.1', 'Host: x'))
    await expect.poll(() => client.text).toContain('answered')
    client.socket.write(HEAD)
    await expect.poll(() => served).toEqual(['node:http GET /api/session', 'node:http GET /subscribe/ann'])
  })

  it('reaches node:http with its first part, which may be a single byte', async () => {
    await start(true)
    const client = open()
    client.socket.setNoDelay(true)
    for (const byte of HEAD) {
      client.socket.write(byte)
      await new Promise(setImmediate)
    }
    await expect.poll(() => client.text).toContain('answered')
    expect(served).toEqual(['node:http GET /subscribe/ann'])
  })

  it('keeps a body that arrives later', async () => {
    await start(true)
    const client = open()
    client.socket.write(`${head('POST /api/session HTTP/1.1', 'Host: x', 'Content-Length: 6')}bo`)
    await expect.poll(() => served).toEqual(['node:http POST /api/session'])
    client.socket.write('dy x')
    await expect.poll(() => client.text).toContain('answered')
  })
})

describe('a connection that sends no whole request', () => {
  // covers: beyond-incomplete-requests
  it.each([
    ['nothing', ''],
    ['a part of a head', 'GET /subscribe/ann HTTP/1.1\r\nHost:'],
    ['a part of the method', 'GE'],
  ])('ends by the timeout of node:http after it sent %s', async (_, bytes) => {
    await start(true, { silence: 20, headersTimeout: 100 })
    const client = open()
    if (bytes) client.socket.write(bytes)
    await client.ended
    expect(client.text).toMatch(/^HTTP\/1.1 408 /)
    expect(served).toEqual([])
  })

  it('still works after it was silent for longer than the acceptor waits', async () => {
    await start(true, { silence: 10 })
    const client = open()
    // node:http listens to the timeouts of its connections.
    await expect.poll(() => accepted?.listenerCount('timeout')).toBe(1)
    client.socket.write(HEAD)
    await expect.poll(() => client.text).toContain('answered')
    expect(served).toEqual(['node:http GET /subscribe/ann'])
  })

  it('leaves no trace when it is closed without a byte', async () => {
    await start(true)
    const client = open()
    client.socket.end()
    await client.ended
    expect([served, client.text]).toEqual([[], ''])
  })
})

describe('a stream on a bare socket', () => {
  it('ignores what its client sends after the request', async () => {
    await start(true)
    const client = open()
    client.socket.write(HEAD)
    await expect.poll(() => client.text).toContain('begun')
    client.socket.write(head('DELETE /api/user HTTP/1.1', 'Host: x'))
    client.socket.end()
    await client.ended
    expect(served).toEqual(['socket GET /subscribe/ann'])
    expect(client.text.match(/HTTP\/1.1/g)).toHaveLength(1)
  })

  it('closes when its client ends the connection', async () => {
    await start(true)
    const client = open()
    client.socket.write(HEAD)
    await expect.poll(() => client.text).toContain('begun')
    client.socket.end()
    await client.ended
    await new Promise((done) => server.close(done))
    expect(served).toEqual(['socket GET /subscribe/ann'])
  })

  it('goes to node:http once the server stops', async () => {
    await start(true)
    const client = open()
    await expect.poll(() => new Promise((done) => server.getConnections((_, count) => done(count)))).toBe(1)
    acceptor?.stop()
    client.socket.write(HEAD)
    await expect.poll(() => client.text).toContain('answered')
    expect(served).toEqual(['node:http GET /subscribe/ann'])
  })
})
