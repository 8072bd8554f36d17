import { afterEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../kit/app.ts'
import { pair } from '../../kit/person.ts'
import { openRawStream, type RawStream } from '../../kit/raw-stream.ts'
import { startStreamEndpoint } from '../../kit/stream-endpoint.ts'

const MANY = 500

let stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stop of stops) await stop()
  stops = []
})

const close = (streams: readonly RawStream[]) => {
  for (const { socket } of streams) socket.destroy()
}

describe('many streams that return at the same time', () => {
  it('open in batches, and all of them get ready', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    let authenticating = 0
    const endpoint = await startStreamEndpoint({
      async authenticate({ url = '' }) {
        authenticating += 1
        await opened
        return { userId: url.slice('/subscribe/'.length), sessionKey: 'session', interests: [] }
      },
      admission: { patience: 2 ** 30 },
    })
    stops.push(endpoint.stop)
    const streams = Array.from({ length: MANY }, (_, index) =>
      openRawStream(endpoint.url, `/subscribe/member-${index}`),
    )
    await Promise.all(streams.map(({ socket }) => new Promise((done) => socket.once('connect', done))))
    await expect.poll(() => authenticating).toBeGreaterThan(0)
    open()
    await expect.poll(() => streams.filter((one) => one.text().includes('event: ready')).length).toBe(MANY)
    close(streams)
  })

  // covers: beyond-returning-clients
  it('do not hold up a message, which is sent and delivered while they wait', async () => {
    const node: TestApp = await startApp()
    stops.push(() => node[Symbol.asyncDispose]())
    const { asha, ben, conversationId } = await pair(node)
    const bens = await ben.stream()
    const { live } = node.app.context
    const connect = live.connect.bind(live)
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    vi.spyOn(live, 'connect').mockImplementation(async (...args) => {
      await opened
      return connect(...args)
    })
    const streams = Array.from({ length: MANY }, () =>
      openRawStream(node.url, `/subscribe/${asha.id}`, { authorization: `Bearer ${asha.token}` }),
    )
    await expect.poll(() => vi.mocked(live.connect).mock.calls.length).toBeGreaterThan(0)
    await asha.send(conversationId, 'While others wait')
    await bens.next('new_chat_message', ({ message }) => message === 'While others wait')
    expect(streams.filter((one) => one.text() !== '')).toEqual([])
    open()
    // The limit of streams for each member ends the oldest.
    const isServed = (one: RawStream) => one.text().includes('event: ready') || one.socket.closed
    await expect.poll(() => streams.filter((one) => !isServed(one))).toEqual([])
    close(streams)
    bens.close()
  })
})
