import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { call, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

let asha: Person
let conversationId: string
let delay = 0

const node = useNode({ env: { LOAD_SHEDDING: 'on' }, loopDelay: () => delay })
beforeAll(async () => {
  const both = await pair(node)
  asha = both.asha
  conversationId = both.conversationId
})

const calls = {
  message: () =>
    asha.call('POST', '/api/v1/message', { conversationId, message: 'Do you like slow trains?' }),
  resign: () => call(node.url, 'GET', '/api/v1/conversation/none/resign'),
  session: () => asha.call('GET', '/api/session'),
  graphql: () => asha.call('POST', '/graphql', { query: '{ __typename }' }),
  list: () => asha.call('POST', '/api/v1/conversations', { page: 0, size: 10 }),
  health: () => call(node.url, 'GET', '/healthz'),
}
const statuses = async () => ({
  message: (await calls.message()).status,
  resign: (await calls.resign()).status,
  session: (await calls.session()).status,
  graphql: (await calls.graphql()).status,
  list: (await calls.list()).status,
  health: (await calls.health()).status,
})

/** Sets the delay, and waits until the node has noticed it. */
async function delayedBy(milliseconds: number, refused: keyof typeof calls, status: number) {
  delay = milliseconds
  await eventually(async () => expect((await calls[refused]()).status).toBe(status))
}

const all = { message: 200, resign: 401, session: 200, graphql: 200, list: 200, health: 200 }

describe('an overloaded node', () => {
  it('refuses lists, then everything but chat, then all requests, and never its probes', async () => {
    expect(await statuses()).toEqual(all)
    await delayedBy(200, 'list', 503)
    expect(await statuses()).toEqual({ ...all, list: 503 })
    await delayedBy(600, 'session', 503)
    expect(await statuses()).toEqual({ ...all, session: 503, graphql: 503, list: 503 })
    await delayedBy(1_500, 'message', 503)
    const none = { message: 503, resign: 503, session: 503, graphql: 503, list: 503 }
    expect(await statuses()).toEqual({ ...none, health: 200 })
    await delayedBy(0, 'list', all.list)
    expect(await statuses()).toEqual(all)
  })

  it('does not run what it refuses', async () => {
    await delayedBy(1_500, 'message', 503)
    const { status } = await asha.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect(status).toBe(503)
    await delayedBy(0, 'list', all.list)
    expect((await calls.message()).status).toBe(200)
  })

  it('says when to try again, in an answer like every other error', async () => {
    await delayedBy(200, 'list', 503)
    const { headers, body } = await calls.list()
    expect(body).toEqual({
      message: 'Too many people are here right now. Please try again in a moment.',
      code: 'UNAVAILABLE',
    })
    expect(['1', '2', '3', '4']).toContain(headers.get('retry-after'))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    await delayedBy(0, 'list', all.list)
  })

  it('refuses a request with a body without taking the body for the next request', async () => {
    await delayedBy(200, 'list', 503)
    const body = { page: 0, size: 10, note: 'GET /healthz HTTP/1.1\r\n\r\n'.repeat(2_000) }
    const refusals = [1, 2, 3].map(() => asha.call('POST', '/api/v1/conversations', body))
    expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([503, 503, 503])
    expect((await calls.health()).status).toBe(200)
    await delayedBy(0, 'list', all.list)
  })
})

describe('a request whose client leaves', () => {
  it('stops counting as one in progress', async () => {
    const { hostname, port } = new URL(node.url)
    const head = [
      'POST /api/v1/conversations HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${asha.token}`,
      'Content-Type: application/json',
      'Content-Length: 2',
    ]
    const waiting: Socket[] = []
    // More lists than the 64 that may be in progress, and more again while a busy machine drops some. Their bodies never arrive.
    await eventually(async () => {
      for (let number = 0; number < 80; number += 1) {
        const socket = connect({ host: hostname, port: Number(port) })
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        waiting.push(socket)
      }
      expect((await calls.list()).status).toBe(503)
    })
    for (const socket of waiting) socket.destroy()
    await eventually(async () => expect((await calls.list()).status).toBe(200))
  })
})

describe('a node whose connections to PostgreSQL are all taken', () => {
  it('refuses lists at once while other requests wait, and answers them again afterwards', async () => {
    const { pool } = node.app.context.database
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const waiting = calls.list()
    await eventually(async () => {
      const { body } = await calls.list()
      expect(body.message).toBe('Too many people are here right now. Please try again in a moment.')
    })
    for (const client of taken) client.release()
    await waiting
    await delayedBy(0, 'list', all.list)
  })
})
