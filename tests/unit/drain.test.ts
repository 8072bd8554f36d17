import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createDrain, type Drain } from '#server/platform/http/drain.ts'

/** The longest that a timer can take: 12 days. */
const NEVER = 2 ** 30

interface Started {
  drain: Drain
  /** Sends a request on a connection that is kept; resolves once the server has it. */
  ask(): Promise<{ response: ServerResponse; answer: Promise<string> }>
}

let agent: Agent
afterEach(() => agent.destroy())

async function start(): Promise<Started> {
  agent = new Agent({ keepAlive: true })
  const server = createServer()
  // A client's connection would otherwise be ended for its silence.
  server.keepAliveTimeout = NEVER
  const drain = createDrain(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    drain,
    async ask() {
      const taken = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
      const sent = request({ host: '127.0.0.1', port, agent })
      const answer = once(sent, 'response').then(([incoming]) => text(incoming))
      answer.catch(() => undefined)
      sent.end()
      const [, response] = await taken
      return { response, answer }
    },
  }
}

describe('a drain', () => {
  it('ends connections that are idle at once', async () => {
    const { drain, ask } = await start()
    const { response, answer } = await ask()
    response.end('done')
    await answer
    await expect(drain.finish(NEVER)).resolves.toBeUndefined()
  })

  it('waits for an answer, and then for no further request on its connection', async () => {
    const { drain, ask } = await start()
    const { response, answer } = await ask()
    const drained = drain.finish(NEVER)
    expect(response.getHeader('connection')).toBe('close')
    response.end('done')
    await expect(answer).resolves.toBe('done')
    await expect(drained).resolves.toBeUndefined()
  })

  it('lets an answer that has begun come to its end, however long it is', async () => {
    const { drain, ask } = await start()
    const { response, answer } = await ask()
    response.write('begun, ')
    const drained = drain.finish(NEVER)
    const long = 'x'.repeat(5_000_000)
    response.end(long)
    await expect(answer).resolves.toBe(`begun, ${long}`)
    await expect(drained).resolves.toBeUndefined()
  })

  it('ends connections without their answer when its patience is over', async () => {
    const { drain, ask } = await start()
    const { answer } = await ask()
    await expect(drain.finish(1)).resolves.toBeUndefined()
    await expect(answer).rejects.toThrow('socket hang up')
  })
})
