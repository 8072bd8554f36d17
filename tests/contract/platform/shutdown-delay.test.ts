import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startNode } from '../../kit/app.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { call } from '../../kit/person.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

const startDelayed = (seconds: number) =>
  startNode({ databaseUrl: database.url, env: { SHUTDOWN_DELAY: String(seconds) } })

describe('a node with SHUTDOWN_DELAY that stops', () => {
  it('is not ready, and still serves requests on new connections until the delay has passed', async () => {
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
