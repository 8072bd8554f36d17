import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { GatheringClient } from '#server/platform/redis/gathering-client.ts'
import { onEachWrite } from '../../kit/counting/on-each-write.ts'

describe('the connection for commands on Redis', () => {
  let client: GatheringClient | null
  beforeEach(async (context) => {
    client = null
    const url = inject('redisUrl')
    if (!url) return context.skip('redis-server is not installed')
    client = new GatheringClient(url, { lazyConnect: true })
    await client.connect()
  })
  afterEach(() => client?.disconnect())

  it('sends the commands of one turn of the event loop with one write', async () => {
    if (!client) throw new Error('There is no connection.')
    const commands = client
    const key = `writes-${crypto.randomUUID()}`
    let writes = 0
    onEachWrite(commands.stream, () => {
      writes += 1
    })
    const together = [
      commands.incr(key),
      commands.incr(key),
      Promise.resolve().then(() => commands.incr(key)),
    ]
    expect(await Promise.all(together)).toEqual([1, 2, 3])
    expect(writes).toBe(1)
    expect(await commands.incr(key)).toBe(4)
    expect(writes).toBe(2)
    await commands.del(key)
  })
})
