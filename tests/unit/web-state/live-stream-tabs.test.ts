import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { ME, PARTNER } from './kit.ts'
import { came, closeStreams, createStreamServer, createTab, people } from './live-stream-kit.ts'

afterEach(closeStreams)

describe('the tabs of one browser', () => {
  const channel = () => `tabs-${crypto.randomUUID()}`

  it('share one stream: the tab that reads it forwards every event', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    first.stream.open(ME)
    const connection = await server.connection(0)
    second.stream.open(ME)
    connection.frame('7-1', 'USER_ONLINE', came(1))
    connection.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => {
      expect(first.online).toEqual(people(1, 2))
      expect(second.online).toEqual(people(1, 2))
    })
    expect(server.connections).toHaveLength(1)
  })

  it('take over after the last event that both have received', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    first.stream.open(ME)
    second.stream.open(ME)
    const connection = await server.connection(0)
    connection.frame('7-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(second.online).toEqual(people(1)))
    first.stream.close()
    const next = await server.connection(1)
    expect(next.url.searchParams.get('lastEventId')).toBe('7-1')
    next.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => expect(second.online).toEqual(people(1, 2)))
    expect(first.online).toEqual(people(1))
  })

  it('take over without a gap even if no event has arrived since they were opened', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    first.stream.open(ME)
    ;(await server.connection(0)).frame('7-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(first.online).toEqual(people(1)))
    const told = new BroadcastChannel(name)
    const answered = new Promise<void>((resolve) => {
      told.onmessage = ({ data }) => {
        if ('passed' in data && data.passed.event === 'ready') resolve()
      }
    })
    second.stream.open(ME)
    await answered
    // Events sent after the answer arrive after it.
    const passed = { id: null, event: 'USER_ONLINE', data: JSON.stringify(came(2)) }
    told.postMessage({ userId: ME, passed })
    await eventually(() => expect(second.online).toEqual(people(2)))
    told.close()
    first.stream.close()
    expect((await server.connection(1)).url.searchParams.get('lastEventId')).toBe('7-1')
  })

  it('leave the queue when they are closed', async () => {
    const server = createStreamServer()
    const name = channel()
    const tabs = [1, 2, 3].map(() => createTab(server, { channel: name }))
    const [first, second, third] = tabs
    for (const tab of tabs) tab.stream.open(ME)
    await server.connection(0)
    second?.stream.close()
    first?.stream.close()
    ;(await server.connection(1)).frame('1-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(third?.online).toEqual(people(1)))
    expect(second?.online).toEqual([])
  })

  it('share whether the stream is connected', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    server.answer(503)
    first.stream.open(ME)
    await server.connection(0)
    await eventually(() => expect(first.stream.connected.getState()).toBe(false))
    second.stream.open(ME)
    await eventually(() => expect(second.stream.connected.getState()).toBe(false))
    server.answer(200)
    first.stream.wake()
    await eventually(() => expect(second.stream.connected.getState()).toBe(true))
  })

  it('ignore each other when their members differ', async () => {
    const server = createStreamServer()
    const name = channel()
    const [mine, theirs] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    mine.stream.open(ME)
    theirs.stream.open(PARTNER)
    await server.connection(1)
    const own = server.connections.find(({ url }) => url.pathname.endsWith(PARTNER))
    server.connections.find(({ url }) => url.pathname.endsWith(ME))?.frame('1-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(mine.online).toEqual(people(1)))
    own?.frame('1-1', 'USER_ONLINE', came(2))
    await eventually(() => expect(theirs.online).toEqual(people(2)))
    expect(mine.online).toEqual(people(1))
  })

  // covers: design-blocked-storage
  it('read a stream each where the browser refuses locks', async () => {
    const refused = vi
      .spyOn(navigator.locks, 'request')
      .mockRejectedValue(new DOMException('denied', 'SecurityError'))
    const server = createStreamServer()
    const { stream, online } = createTab(server, { channel: channel() })
    stream.open(ME)
    ;(await server.connection(0)).frame('7-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    refused.mockRestore()
  })
})
