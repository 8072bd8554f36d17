import { once } from 'node:events'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Message } from '#schema/chat.ts'
import { LOG_SERIALIZERS } from '#server/platform/logging/log.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { freezeTimers } from '../../kit/freeze-timers.ts'
import { joinAs, LIVE, namesOf, socketClient, subscribeOn, whenReady } from '../../kit/graphql.ts'
import { call, join, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const logged: string[] = []
const node = useNode({
  log: pino({ level: 'warn', serializers: LOG_SERIALIZERS }, { write: (line) => void logged.push(line) }),
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A connection whose client can stop reading without closing it. */
async function openSocket(on: TestApp, token: string) {
  const socket = new WebSocket(`${on.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const received: { type: string; payload?: unknown }[] = []
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  socket.on('error', () => undefined)
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { token } })))
  await expect.poll(() => received.map(({ type }) => type)).toEqual(['connection_ack'])
  return { socket, received }
}

describe('a subscriber', () => {
  // covers: beyond-failed-subscription-alone
  it('causes one log entry when a database query fails after they left', async () => {
    const moderator = await joinAs(node, 'MODERATOR')
    const { socket, received } = await openSocket(node, moderator.token)
    const query = 'subscription { liveFigures { online } }'
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
    await expect.poll(() => received.length).toBe(2)
    let fail: (error: Error) => void = () => undefined
    const asked = vi.spyOn(node.app.context.admin.figures, 'now').mockImplementation(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    socket.close()
    await once(socket, 'close')
    fail(new Error('the database is away'))
    await expect.poll(() => logged.filter((line) => line.includes('the database is away'))).toHaveLength(1)
  })

  // covers: beyond-graphql-slow-reader
  it('loses the connection when they stop reading, while others receive every event', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const { socket, received } = await openSocket(node, asha.token)
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: LIVE } }))
    await expect.poll(() => received.length).toBe(2)
    socket.pause()
    const message: Message = { ...(await ben.send(conversationId, 'Long')), message: 'x'.repeat(4_000) }
    const client = socketClient(node, ben.token)
    const his = await whenReady(subscribeOn(client, LIVE))
    const { live } = node.app.context
    for (let index = 0; index < 5_000; index += 1)
      await live.publish([asha.id], { event: 'new_chat_message', data: message })
    await live.publish([asha.id, ben.id], { event: 'USER_ONLINE', data: { userId: asha.id } })
    await expect.poll(() => namesOf(his)).toContain('USER_ONLINE')
    socket.resume()
    await expect.poll(() => received.at(-1)?.type).toBe('complete')
    socket.terminate()
    await client.dispose()
  })
})

// covers: beyond-two-versions-share-log
it('an event of a newer version is delivered with its name', async () => {
  const asha = await join(node)
  const client = socketClient(node, asha.token)
  const hers = await whenReady(
    subscribeOn(client, 'subscription { live { id name message { text } userId } }'),
  )
  const ofTomorrow = { id: crypto.randomUUID(), kind: 'FROM_TOMORROW' } as never
  await node.app.context.live.publish([asha.id], { event: 'notification', data: ofTomorrow })
  await expect.poll(() => namesOf(hers)).toContain('notification')
  await client.dispose()
})

// covers: beyond-stop-waits-a-second
it('a stopping node waits one second for a client that does not respond', async () => {
  const own = await startApp()
  const asha = await join(own)
  const { socket } = await openSocket(own, asha.token)
  socket.pause()
  // Only the wait of one second can elapse.
  freezeTimers(1_001)
  await own[Symbol.asyncDispose]()
  await expect(call(own.url, 'GET', '/healthz')).rejects.toThrow()
  socket.terminate()
})
