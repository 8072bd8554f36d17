import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventStream, eventStreamHeaders } from '#server/transports/sse/event-stream.ts'
import { openRawStream, type RawStream } from '../../kit/raw-stream.ts'

const KILOBYTE = 1_024
const FRAME = 'event: x\ndata: {}\n\n'

let server: Server
let client: RawStream
let response: ServerResponse
let errors: unknown[]
/** A stream on a real connection, before its first frame. */
let stream: EventStream
beforeEach(async () => {
  errors = []
  server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const asked = new Promise<ServerResponse>((resolve) =>
    server.once('request', (_request, given) => resolve(given)),
  )
  client = openRawStream(`http://127.0.0.1:${port}`, '/')
  response = await asked
  response.on('error', (error) => errors.push(error))
  stream = new EventStream(response, eventStreamHeaders({ 'X-Test': 'constant' }))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  client.socket.destroy()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const gone = () => new Promise((resolve) => response.once('close', resolve))
/** From here on, sent data stay in the process. */
const cork = () => response.socket?.cork()
const letGo = () => response.socket?.uncork()
const connection = { userId: 'ann', sessionKey: 's', close: () => undefined }

describe('a stream of server-sent events', () => {
  it('sends its first frame without delay, and headers against buffering', async () => {
    const noDelay = vi.spyOn(response.socket as NonNullable<typeof response.socket>, 'setNoDelay')
    expect(response.headersSent).toBe(false)
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
    expect(response.headersSent).toBe(false)
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

describe('a stream that was closed', () => {
  it('ends after the sent frames, and accepts no more', async () => {
    stream.send(FRAME)
    expect(stream.over).toBe(false)
    const closed = gone()
    stream.close()
    expect([stream.over, response.destroyed]).toEqual([true, false])
    stream.send(FRAME)
    stream.close()
    await Promise.all([client.ended, closed])
    expect([client.events().length, client.text().endsWith('0\r\n\r\n'), errors]).toEqual([1, true, []])
  })

  it('is destroyed without an answer when nothing was sent yet', async () => {
    stream.close()
    await client.ended
    expect([client.text(), stream.over]).toEqual(['', true])
    stream.send(FRAME)
    expect(response.headersSent).toBe(false)
  })

  it('is over once its client has disconnected', async () => {
    stream.send(FRAME)
    await expect.poll(() => client.events().length).toBe(1)
    const closed = gone()
    client.socket.destroy()
    await closed
    expect([stream.over, response.writableEnded]).toEqual([true, false])
    stream.send(FRAME)
    stream.close()
    expect([response.writableEnded, errors]).toEqual([false, []])
  })

  it('is cut a second later when its client has not read the rest, and no sooner', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    stream.send(FRAME)
    stream.close()
    vi.advanceTimersByTime(999)
    expect(response.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(response.destroyed).toBe(true)
  })

  it('does not keep the process alive for that second', () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    stream.send(FRAME)
    const before = timers()
    stream.close()
    expect(timers()).toBe(before)
  })
})

describe('a stream whose client is slow', () => {
  const WAITING = `data: ${'x'.repeat(100 * KILOBYTE)}\n\n`

  it('need not wait while the connection accepts everything', () => {
    expect(stream.drained()).toBeNull()
    stream.send(FRAME)
    expect(stream.drained()).toBeNull()
  })

  it('is drained once the connection has accepted the waiting data, and leaves no listener behind', async () => {
    const listening = () => [response.listenerCount('drain'), response.listenerCount('close')]
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
