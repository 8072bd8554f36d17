import { expect, it } from 'vitest'
import { startNode } from '../../kit/app.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { eventually } from '../../kit/eventually.ts'
import { call } from '../../kit/person.ts'
import { startRedis } from '../../kit/redis-server.ts'

it('a node is not ready while Redis is away, although it is healthy', async (context) => {
  const redis = await startRedis()
  if (!redis) return context.skip('redis-server is not installed')
  const database = await createTestDatabase()
  const node = await startNode({ databaseUrl: database.url, redisUrl: redis.url })
  try {
    expect((await call(node.url, 'GET', '/readyz')).status).toBe(200)
    await redis.stop()
    await eventually(async () => expect((await call(node.url, 'GET', '/readyz')).status).toBe(503))
    expect((await call(node.url, 'GET', '/healthz')).status).toBe(200)
  } finally {
    await node[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
})
