import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startNode, type TestApp } from '../../kit/app.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { call } from '../../kit/person.ts'
import { whileTimeStands } from '../../kit/while-time-stands.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await database[Symbol.asyncDispose]()
})

const startDelayed = (seconds: number) =>
  startNode({ databaseUrl: database.url, env: { SHUTDOWN_DELAY: String(seconds) } })

describe('a node with SHUTDOWN_DELAY that stops', () => {
  it('reports unready, and still serves requests on new connections until the delay has passed', async () => {
    const { url, app } = await startDelayed(5)
    const headers = { connection: 'close' }
    expect((await call(url, 'GET', '/readyz', { headers })).status).toBe(200)
    const closed = app.close()
    const { status, body } = await call(url, 'GET', '/readyz', { headers })
    expect({ status, body }).toEqual({
      status: 503,
      body: { code: 'UNAVAILABLE', message: 'Not ready to serve.' },
    })
    expect((await call(url, 'GET', '/healthz', { headers })).status).toBe(200)
    await closed
    await expect(call(url, 'GET', '/healthz', { headers })).rejects.toThrow('fetch failed')
  })

  it('does not wait after an error that leaves its state unknown', async () => {
    const { url, app } = await startDelayed(600)
    await app.close({ isFailing: true })
    await expect(call(url, 'GET', '/healthz')).rejects.toThrow('fetch failed')
  })
})

/** Sends a whole request and the head of another in one packet. The other is under way when the first has its answer. */
async function beginRequest(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => (received += text))
  const ended = once(socket, 'close')
  socket.write('GET /healthz HTTP/1.1\r\nhost: rapport\r\n\r\n')
  socket.write(
    'POST /auth HTTP/1.1\r\nhost: rapport\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  )
  await expect.poll(() => received).toContain('200 OK')
  return {
    state: () => ({ isOpen: !socket.closed, received }),
    async finish() {
      socket.write('}')
      await ended
      return received
    },
  }
}

/** Resolves with whether the node refuses a new connection. */
async function refusesConnections(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return !accepted
}

/** Stops a node, and moves its time on once it accepts no more connections. */
async function stopFor({ url, app }: Pick<TestApp, 'url' | 'app'>, milliseconds: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closed = app.close()
  await whileTimeStands(() => refusesConnections(url), true)
  await vi.advanceTimersByTimeAsync(milliseconds)
  vi.useRealTimers()
  return { closed }
}

describe('a node that stops', () => {
  // covers: beyond-stop-completes-requests
  it('lets a request under way finish for almost eight seconds', async () => {
    const node = await startNode({ databaseUrl: database.url })
    const request = await beginRequest(node.url)
    const { closed } = await stopFor(node, 7_999)
    expect(await request.finish()).toContain('400 Bad Request')
    await closed
  })

  // covers: beyond-stop-completes-requests
  it('closes the connection of a request under way after eight seconds', async () => {
    const node = await startNode({ databaseUrl: database.url })
    const request = await beginRequest(node.url)
    const { closed } = await stopFor(node, 8_000)
    await expect.poll(request.state).toMatchObject({ isOpen: false })
    expect(request.state().received).not.toContain('400 Bad Request')
    await closed
  })
})

describe('a node with SHUTDOWN_TIMEOUT that stops', () => {
  it('lets a request under way finish until that time has passed', async () => {
    const node = await startNode({ databaseUrl: database.url, env: { SHUTDOWN_TIMEOUT: '120' } })
    const request = await beginRequest(node.url)
    const { closed } = await stopFor(node, 119_000)
    expect(await request.finish()).toContain('400 Bad Request')
    await closed
  })
})
