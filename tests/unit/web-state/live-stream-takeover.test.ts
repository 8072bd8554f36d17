import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { ME } from './kit.ts'
import { came, closeStreams, createStreamServer, createTab, faked, people } from './live-stream-kit.ts'

afterEach(closeStreams)

/** Tabs of one browser. The first reads the stream, and all have received its first event. */
async function openTabs(count: number) {
  faked()
  const server = createStreamServer()
  const channel = `tabs-${crypto.randomUUID()}`
  const signs: unknown[] = []
  const listening = new BroadcastChannel(channel)
  listening.onmessage = ({ data }) => 'alive' in data && signs.push(data)
  onTestFinished(() => listening.close())
  const tabs = Array.from({ length: count }, () => createTab(server, { channel }))
  const [first, second] = tabs
  if (!first || !second) throw new Error('a takeover needs two tabs')
  for (const { stream } of tabs) {
    stream.open(ME)
    await server.connection(0)
  }
  const connection = await server.connection(0)
  connection.frame('7-1', 'ready', {})
  connection.frame('7-2', 'USER_ONLINE', came(1))
  await eventually(() => {
    for (const { online } of tabs) expect(online).toEqual(people(1))
  })
  return { server, tabs, first, second, connection, signs }
}

describe('a tab that reads for the others', () => {
  // covers: beyond-silent-tab
  it('loses its place after 45 seconds of silence to a tab that resumes after its last event', async () => {
    const { server, first, second, connection } = await openTabs(2)
    connection.raw(': \n\n')
    first.freeze()
    const states: boolean[] = []
    second.stream.connected.subscribe(() => states.push(second.stream.connected.getState()))
    await vi.advanceTimersByTimeAsync(28_000)
    connection.raw(': \n\n')
    await vi.advanceTimersByTimeAsync(12_000)
    expect(server.connections).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5_000)
    const next = await server.connection(1)
    await eventually(() => expect(states).toEqual([false, true]))
    expect(next.url.searchParams.get('lastEventId')).toBe('7-2')
    next.frame('7-3', 'USER_ONLINE', came(2))
    await eventually(() => expect(second.online).toEqual(people(1, 2)))
  })

  it('keeps its place while it forwards heartbeats', async () => {
    const { server, second, connection, signs } = await openTabs(2)
    const before = signs.length
    for (let beats = 1; beats <= 6; beats++) {
      await vi.advanceTimersByTimeAsync(12_000)
      connection.raw(': \n\n')
      await eventually(() => expect(signs).toHaveLength(before + beats))
    }
    expect(server.connections).toHaveLength(1)
    expect(second.stream.connected.getState()).toBe(true)
  })

  it('follows the other tab when it wakes up, and receives each event once', async () => {
    const { server, first, second, connection } = await openTabs(2)
    first.freeze()
    await vi.advanceTimersByTimeAsync(29_000)
    connection.raw(': \n\n')
    await vi.advanceTimersByTimeAsync(16_000)
    const next = await server.connection(1)
    next.frame('7-3', 'USER_ONLINE', came(2))
    await eventually(() => expect(second.online).toEqual(people(1, 2)))
    first.thaw()
    await eventually(() => expect(first.online).toEqual(people(1, 2)))
    expect(connection.aborted).toBe(true)
    next.frame('7-4', 'USER_ONLINE', came(3))
    await eventually(() => {
      expect(first.online).toEqual(people(1, 2, 3))
      expect(second.online).toEqual(people(1, 2, 3))
    })
    expect(server.connections).toHaveLength(2)
  })

  // covers: beyond-right-when-looked-at
  it('does not answer a tab that is looked at, which takes over within a second', async () => {
    const { server, first, second } = await openTabs(2)
    first.freeze()
    second.stream.wake()
    second.stream.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    ;(await server.connection(1)).frame('7-3', 'USER_ONLINE', came(2))
    await eventually(() => expect(second.online).toEqual(people(1, 2)))
    expect(server.connections).toHaveLength(2)
  })

  it('answers a tab that is looked at, and goes on', async () => {
    const { server, second, signs } = await openTabs(2)
    const before = signs.length
    second.stream.wake()
    await eventually(() => expect(signs).toHaveLength(before + 1))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.connections).toHaveLength(1)
  })

  it('loses its place to one of three tabs, and all of them receive what follows', async () => {
    const { server, tabs, first } = await openTabs(3)
    first.freeze()
    await vi.advanceTimersByTimeAsync(46_000)
    await eventually(() => {
      const open = server.connections.slice(1).filter(({ aborted }) => !aborted)
      expect(open).toHaveLength(1)
    })
    first.thaw()
    const reader = server.connections.slice(1).find(({ aborted }) => !aborted)
    reader?.frame('7-3', 'USER_ONLINE', came(2))
    await eventually(() => {
      for (const { online } of tabs) expect(online).toEqual(people(1, 2))
    })
  })
})

describe('two tabs that both read for a moment', () => {
  it('deliver an event once that both have forwarded', async () => {
    const { second, connection } = await openTabs(2)
    connection.frame('7-3', 'USER_ONLINE', came(2))
    connection.frame('7-3', 'USER_ONLINE', came(2))
    connection.frame('7-2', 'USER_ONLINE', came(1))
    connection.frame('7-4', 'USER_ONLINE', came(3))
    await eventually(() => expect(second.online).toEqual(people(1, 2, 3)))
  })
})
