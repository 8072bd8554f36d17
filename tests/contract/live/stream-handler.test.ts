import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '#schema/chat.ts'
import { errorBody } from '#schema/errors.ts'
import type { Live } from '#server/domains/live/index.ts'
import { createPresence, type Presence, type PresenceTracker } from '#server/domains/presence/index.ts'
import { createEventBus, type EventBus } from '#server/events.ts'
import type { StreamAccess } from '#server/transports/http/stream-access.ts'
import type { StreamHandler } from '#server/transports/sse/stream.ts'
import { openRawStream, type RawStream } from '../../kit/raw-stream.ts'
import { createStreamServer, STREAM_WAYS } from '../../kit/stream-server.ts'
import { createTestLive } from '../../kit/test-live.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { createTestStreams, type StreamChanges } from '../../kit/test-streams.ts'

const KILOBYTE = 'x'.repeat(1024)

describe.each(STREAM_WAYS)('the stream handler on %s', (way) => {
  let live: Live
  let bus: EventBus
  let presence: Presence
  let presenceTracker: PresenceTracker
  let handler: StreamHandler
  let server: Server
  let url: string
  let events: string[]
  let errors: unknown[]
  let open: RawStream[]
  let accepted: Socket[]

  async function start(changes: StreamChanges = {}, connected: Pick<Live, 'connect'> = live) {
    events = []
    bus.on('streamOpened', ({ userId }) => void events.push(`${userId} came`))
    bus.on('streamsClosed', ({ userId }) => void events.push(`${userId} left`))
    const onFailure = (error: unknown) => void errors.push(error)
    handler = createTestStreams({ live: connected, presenceTracker }, onFailure, changes)
    server = createStreamServer(handler, way)
    accepted = []
    server.on('connection', (socket) => accepted.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  beforeEach(() => {
    live = createTestLive()
    errors = []
    const onError = (error: unknown) => void errors.push(error)
    bus = createEventBus({ onError })
    ;({ presence, presenceTracker } = createPresence(testPlatform({ events: bus, onFailure: onError }), {
      grace: 0,
    }))
    open = []
  })
  afterEach(async () => {
    for (const { socket } of open) socket.destroy()
    handler.closeAll()
    await new Promise((resolve) => server.close(resolve))
  })

  function stream(userId = 'ann', lastEventId?: string): RawStream {
    const made = openRawStream(url, `/subscribe/${userId}`, {
      authorization: userId,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    })
    open.push(made)
    return made
  }
  const ready = async (made: RawStream) => {
    await expect.poll(() => made.events().at(-1)?.event).toBe('ready')
    return made
  }
  const say = (text: string, padding = '') =>
    live.publish(['ann'], {
      event: 'new_chat_message',
      data: { message: text, senderName: padding } as Message,
    })
  /** The client stops reading until a little data waits that the kernel does not accept. */
  async function blockSocket({ socket }: RawStream, userId = 'ann') {
    socket.pause()
    const end = accepted.find(({ remotePort }) => remotePort === socket.localPort)
    while (end?.writableLength === 0) {
      const data = { message: 'fill', senderName: KILOBYTE.repeat(16) } as Message
      await live.publish([userId], { event: 'new_chat_message', data })
      await new Promise(setImmediate)
    }
  }
  const said = (made: RawStream) =>
    made
      .events()
      .filter(({ event }) => event === 'new_chat_message')
      .map(({ data }) => JSON.parse(data).message)

  it('sends the headers of an event stream, and the retry time', async () => {
    await start()
    const made = await ready(stream())
    expect(made.text()).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(made.text()).toMatch(/content-type: text\/event-stream; charset=utf-8\r\n/i)
    expect(made.text()).toMatch(/cache-control: no-store\r\n/i)
    expect(made.text()).toMatch(/x-accel-buffering: no\r\n/i)
    expect(made.text()).toContain('retry: 5000\n\n')
  })

  it('takes the last event id as a query parameter too', async () => {
    await start()
    const id = (await ready(stream())).events().at(-1)?.id ?? ''
    await say('missed')
    const made = openRawStream(url, `/subscribe/ann?lastEventId=${id}`, { authorization: 'ann' })
    open.push(made)
    await ready(made)
    expect(said(made)).toEqual(['missed'])
  })

  it('sends heartbeats while nothing happens', async () => {
    await start({ heartbeatEvery: 150 })
    const made = await ready(stream())
    await expect.poll(() => made.text().split(': \n\n').length).toBeGreaterThan(3)
    expect(made.events().map(({ event }) => event)).toEqual(['ready'])
  })

  it('disconnects a client that does not read, and lets it resume where it was', async () => {
    await start()
    const slow = await ready(stream())
    const id = slow.events().at(-1)?.id
    slow.socket.pause()
    let sent = 0
    while (handler.count() > 0 && sent < 2_000) {
      await say(String(sent), KILOBYTE.repeat(32))
      sent += 1
      await new Promise(setImmediate)
    }
    expect(handler.count()).toBe(0)
    const back = await ready(stream('ann', id))
    expect(said(back).at(-1)).toBe(String(sent - 1))
    expect(errors).toEqual([])
  })

  it('replays a history that is larger than the limit of unsent bytes', async () => {
    await start()
    const first = await ready(stream())
    const id = first.events().at(-1)?.id
    first.socket.destroy()
    await expect.poll(() => handler.count()).toBe(0)
    for (let index = 0; index < 255; index += 1) await say(String(index), KILOBYTE.repeat(64))
    const back = stream('ann', id)
    back.socket.pause()
    await expect.poll(() => handler.count()).toBe(1)
    await say('meanwhile')
    back.socket.resume()
    await expect.poll(() => said(back).at(-1)).toBe('meanwhile')
    expect(said(back)).toEqual([...Array.from({ length: 255 }, (_, index) => String(index)), 'meanwhile'])
  })

  it('closes the oldest stream for a new one, even when the oldest does not read', async () => {
    live = createTestLive({
      maxStreamsPerPerson: 2,
    })
    await start({ heartbeatEvery: 150 })
    const oldest = await ready(stream())
    await blockSocket(oldest)
    const [second, third] = [await ready(stream()), await ready(stream())]
    await expect.poll(() => handler.count()).toBe(2)
    await say('still here')
    for (const made of [second, third]) await expect.poll(() => said(made)).toContain('still here')
    expect(errors).toEqual([])
  })

  it('never exceeds the limit per member when many streams open at the same time', async () => {
    live = createTestLive({
      maxStreamsPerPerson: 3,
    })
    await start()
    const many = Array.from({ length: 12 }, () => stream())
    await expect.poll(() => many.filter(({ socket }) => socket.closed).length).toBe(9)
    expect(handler.count()).toBe(3)
    await expect.poll(() => presence.online(['ann'])).toEqual(new Set(['ann']))
    expect(events).toEqual(['ann came'])
  })

  it('gives no place to a request that is not authenticated yet', async () => {
    const authenticate: StreamAccess['authenticate'] = async ({ headers }) => {
      const userId = headers.authorization ?? ''
      if (userId === 'stranger') return new Promise(() => undefined)
      return { userId, sessionKey: userId, interests: [] }
    }
    await start({ authenticate, admission: { batch: 1, maxWaiting: 2, patience: 2 ** 30 } })
    for (let count = 0; count < 4; count += 1) stream('stranger')
    await expect.poll(() => accepted.length).toBe(4)
    await ready(stream('ann'))
  })

  it('refuses when the node is full, with the time to wait', async () => {
    await start({ maxStreams: 1 })
    await ready(stream())
    const answer = await fetch(`${url}/subscribe/ben`, { headers: { authorization: 'ben' } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(errorBody.parse(await answer.json()).code).toBe('UNAVAILABLE')
  })

  it('answers with the usual error body when it cannot connect, and marks no member as online', async () => {
    await start({}, { connect: () => Promise.reject(new Error('the log is away')) })
    const answer = await fetch(`${url}/subscribe/ann`, { headers: { authorization: 'ann' } })
    expect(answer.status).toBe(500)
    expect(errorBody.parse(await answer.json())).toMatchObject({ code: 'INTERNAL' })
    await expect.poll(() => presence.count()).toBe(0)
    expect(errors).toHaveLength(1)
  })

  it("validates a session again when its member's streams are ended during the opening", async () => {
    await start({
      revalidate: ({ userId, sessionKey }) => live.endSessions(userId, [sessionKey]),
    })
    const made = stream()
    await made.ended
    expect(made.events().at(-1)?.event).toBe('session_ended')
    expect(errors).toEqual([])
  })

  it('ends a stream whose session cannot be validated', async () => {
    await start({ revalidate: () => Promise.reject(new Error('the database is away')) })
    await stream().ended
    expect(handler.count()).toBe(0)
    expect(errors).toHaveLength(1)
  })

  it('emits opened and closed events in order, even when a listener is slow', async () => {
    const told: string[] = []
    let release = () => {}
    const first = new Promise<void>((resolve) => {
      release = resolve
    })
    bus.on('streamOpened', async () => {
      if (told.length === 0) await first
      told.push('came')
    })
    bus.on('streamsClosed', () => void told.push('left'))
    await start()
    const one = await ready(stream())
    one.socket.destroy()
    await expect.poll(() => presence.count()).toBe(0)
    await ready(stream())
    expect(told).toEqual([])
    release()
    await expect.poll(() => told).toEqual(['came', 'left', 'came'])
  })

  it('ends all streams when the node stops, refuses new ones and announces no member as offline', async () => {
    await start()
    const made = [await ready(stream('ann')), await ready(stream('ben'))]
    const stuck = await ready(stream('cleo'))
    await blockSocket(stuck, 'cleo')
    expect(handler.count()).toBe(3)
    handler.closeAll()
    await new Promise((resolve) => server.close(resolve))
    await Promise.all(made.map(({ ended }) => ended))
    await expect.poll(() => handler.count()).toBe(0)
    expect(events).toEqual(['ann came', 'ben came', 'cleo came'])
    await start()
    handler.closeAll()
    const answer = await fetch(`${url}/subscribe/ann`, { headers: { authorization: 'ann' } })
    expect(answer.status).toBe(503)
    await answer.body?.cancel()
  })
})
