import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptStreams } from '#server/transports/sse/accept-streams.ts'
import { EventStream, eventStreamHeaders, type OpenStream } from '#server/transports/sse/event-stream.ts'
import { SocketStream, streamHead } from '#server/transports/sse/socket-stream.ts'
import { openRawStream, type RawStream } from '../../kit/raw-stream.ts'
import { STREAM_WAYS, type StreamWay } from '../../kit/stream-server.ts'

const KILOBYTE = 1_024
const FRAME = 'event: x\ndata: {}\n\n'
const HEADERS = eventStreamHeaders({ 'X-Test': 'constant' })

let server: Server
let client: RawStream
/** What the stream writes to: the response of node:http, or the socket. */
let outgoing: ServerResponse | Socket
let socket: Socket
let errors: unknown[]
/** A stream on a real connection, before its first frame. */
let stream: OpenStream

const TAKE: Record<StreamWay, () => Promise<[IncomingMessage, ServerResponse | Socket]>> = {
  'node:http': () =>
    new Promise((resolve) => server.once('request', (request, response) => resolve([request, response]))),
  'a bare socket': () =>
    new Promise((resolve) => acceptStreams(server, (request, given) => resolve([request, given]))),
}

async function open(way: StreamWay) {
  errors = []
  server = createServer()
  const taken = TAKE[way]()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  client = openRawStream(`http://127.0.0.1:${port}`, '/subscribe/ann')
  const [request, given] = await taken
  outgoing = given
  socket = request.socket
  outgoing.on('error', (error) => errors.push(error))
  stream =
    'writeHead' in given
      ? new EventStream(given, HEADERS)
      : new SocketStream(given, streamHead(HEADERS), 'Vary: Origin\r\n')
}
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  client.socket.destroy()
  socket.destroy()
  await new Promise((done) => server.close(done))
})

const gone = () => new Promise((resolve) => outgoing.once('close', resolve))
/** From here on, sent data stay in the process. */
const cork = () => socket.cork()
const letGo = () => socket.uncork()
const connection = { userId: 'ann', sessionKey: 's', close: () => undefined }
const hasBegun = () => ('headersSent' in outgoing ? outgoing.headersSent : outgoing.bytesWritten > 0)

describe.each(STREAM_WAYS)('a stream of server-sent events on %s', (way) => {
  beforeEach(() => open(way))

  it('sends its first frame without delay, and headers against buffering', async () => {
    const noDelay = vi.spyOn(socket, 'setNoDelay')
    expect(hasBegun()).toBe(false)
    for (const _ of [1, 2]) stream.send(FRAME)
    await expect.poll(() => client.events().length).toBe(2)
    const head = client.text().toLowerCase()
    for (const header of [
      'content-type: text/event-stream; charset=utf-8',
      'cache-control: no-store',
      'x-accel-buffering: no',
      'connection: close',
      'x-test: constant',
    ])
      expect(head).toContain(`\r\n${header}\r\n`)
    expect(head.startsWith('http/1.1 200 ')).toBe(true)
    expect(head.split('retry: 5000\n\n')).toHaveLength(2)
    expect(noDelay.mock.calls).toEqual([[true]])
  })

  it('sends heartbeats once it is connected, and none before its first frame', async () => {
    stream.beat()
    expect(hasBegun()).toBe(false)
    stream.connection = connection
    stream.send(FRAME)
    stream.beat()
    await expect.poll(() => client.text()).toContain(': \n\n')
  })

  it('continues while less than 256 KiB wait for its client, and is cut above that', async () => {
    stream.send(FRAME)
    cork()
    const large = `data: ${'x'.repeat(200 * KILOBYTE)}\n\n`
    for (const _ of [1, 2]) stream.send(large)
    expect(stream.over).toBe(false)
    stream.send(FRAME)
    expect(stream.over).toBe(true)
    await client.ended
    expect(errors).toEqual([])
  })
})

describe.each(STREAM_WAYS)('a stream on %s that was closed', (way) => {
  beforeEach(() => open(way))

  it('sent whole chunks, counted in bytes, and ends with the last chunk', async () => {
    stream.send(FRAME)
    const frame = 'data: "नमस्ते"\n\n'
    stream.send(frame)
    stream.close()
    await client.ended
    expect(client.text()).toContain(`${Buffer.byteLength(frame).toString(16)}\r\n${frame}\r\n`)
    expect(client.text().endsWith('\r\n0\r\n\r\n')).toBe(true)
  })

  it('ends after the sent frames, and accepts no more', async () => {
    stream.send(FRAME)
    expect(stream.over).toBe(false)
    const closed = gone()
    stream.close()
    expect([stream.over, outgoing.destroyed]).toEqual([true, false])
    stream.send(FRAME)
    stream.close()
    await Promise.all([client.ended, closed])
    expect([client.events().length, client.text().includes('Vary: Origin'), errors]).toEqual([
      1,
      way === 'a bare socket',
      [],
    ])
  })

  it('ends without an answer when nothing was sent yet', async () => {
    stream.close()
    await client.ended
    expect([client.text(), stream.over]).toEqual(['', true])
    stream.send(FRAME)
    expect(hasBegun()).toBe(false)
  })

  it('ends once its client has disconnected', async () => {
    stream.send(FRAME)
    await expect.poll(() => client.events().length).toBe(1)
    const closed = gone()
    client.socket.destroy()
    await closed
    // A socket is ended with its client's side, a response only by the server.
    const isEnded = way === 'a bare socket'
    expect([stream.over, outgoing.writableEnded]).toEqual([true, isEnded])
    stream.send(FRAME)
    stream.close()
    expect([outgoing.writableEnded, errors]).toEqual([isEnded, []])
  })

  it('breaks off a second later when its client has not read the rest, and no sooner', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    stream.send(FRAME)
    stream.close()
    vi.advanceTimersByTime(999)
    expect(outgoing.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(outgoing.destroyed).toBe(true)
  })

  it('does not keep the process alive for that second', () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    stream.send(FRAME)
    const before = timers()
    stream.close()
    expect(timers()).toBe(before)
  })
})

describe.each(STREAM_WAYS)('a stream on %s whose client is slow', (way) => {
  beforeEach(() => open(way))

  const WAITING = `data: ${'x'.repeat(100 * KILOBYTE)}\n\n`

  it('need not wait while the connection accepts everything', () => {
    expect(stream.drained()).toBeNull()
    stream.send(FRAME)
    expect(stream.drained()).toBeNull()
  })

  it('drains once the connection has accepted the waiting data, and leaves no listener behind', async () => {
    const listening = () => [outgoing.listenerCount('drain'), outgoing.listenerCount('close')]
    stream.send(FRAME)
    cork()
    const before = listening()
    stream.send(WAITING)
    const drained = stream.drained()
    expect(drained).not.toBeNull()
    expect(listening()).toEqual(before.map((count) => count + 1))
    let isDrained = false
    const noted = drained?.then(() => {
      isDrained = true
    })
    await new Promise(setImmediate)
    expect(isDrained).toBe(false)
    letGo()
    await noted
    expect([listening(), stream.drained()]).toEqual([before, null])
  })

  it('stops waiting once the client has disconnected', async () => {
    stream.send(FRAME)
    cork()
    stream.send(WAITING)
    const drained = stream.drained()
    expect(drained).not.toBeNull()
    client.socket.destroy()
    await drained
    expect(stream.drained()).toBeNull()
  })

  it('need not wait once it is over', () => {
    stream.send(FRAME)
    cork()
    stream.send(WAITING)
    stream.close()
    expect(stream.drained()).toBeNull()
  })
})
