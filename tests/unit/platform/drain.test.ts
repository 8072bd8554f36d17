import { once } from 'node:events'
import { Agent, createServer, IncomingMessage, request, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createDrain, type Drain } from '#server/platform/http/drain.ts'
import { watchOldGeneration } from '../../kit/old-generation.ts'

/** Longer than any test: 12 days, in milliseconds. */
const NEVER = 2 ** 30

interface Started {
  drain: Drain
  /** Sends a request on a persistent connection; resolves once the server has received it. */
  ask(): Promise<{ response: ServerResponse; answer: Promise<string> }>
}

let agent: Agent
afterEach(() => agent.destroy())

async function start(): Promise<Started> {
  agent = new Agent({ keepAlive: true })
  const server = createServer()
  // The agent would otherwise close an idle connection.
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
  it('closes idle connections at once', async () => {
    const { drain, ask } = await start()
    const { response, answer } = await ask()
    response.end('done')
    await answer
    await expect(drain.finish({ timeout: NEVER })).resolves.toBeUndefined()
  })

  // covers: beyond-stop-completes-requests
  it('waits for an answer, and then closes its connection', async () => {
    const { drain, ask } = await start()
    const { response, answer } = await ask()
    const drained = drain.finish({ timeout: NEVER })
    expect(response.getHeader('connection')).toBe('close')
    response.end('done')
    await expect(answer).resolves.toBe('done')
    await expect(drained).resolves.toBeUndefined()
  })

  it('finishes an answer that has begun, however long it is', async () => {
    const { drain, ask } = await start()
    const { response, answer } = await ask()
    response.write('begun, ')
    const drained = drain.finish({ timeout: NEVER })
    const long = 'x'.repeat(5_000_000)
    response.end(long)
    await expect(answer).resolves.toBe(`begun, ${long}`)
    await expect(drained).resolves.toBeUndefined()
  })

  // covers: beyond-stop-completes-requests
  it('closes connections without an answer after its time limit', async () => {
    const { drain, ask } = await start()
    const { answer } = await ask()
    await expect(drain.finish({ timeout: 1 })).resolves.toBeUndefined()
    await expect(answer).rejects.toThrow('socket hang up')
  })
})

describe('a drain that leaves idle connections to a proxy', () => {
  it('answers a request on an idle connection, and then closes the connection', async () => {
    const { drain, ask } = await start()
    const before = await ask()
    before.response.end('before')
    await before.answer
    const drained = drain.finish({ timeout: NEVER, leaveIdle: true })
    const after = await ask()
    expect(after.response.getHeader('connection')).toBe('close')
    after.response.end('after')
    await expect(after.answer).resolves.toBe('after')
    await expect(drained).resolves.toBeUndefined()
  })

  it('answers one more request on a connection whose response had begun', async () => {
    const { drain, ask } = await start()
    const begun = await ask()
    begun.response.write('begun, ')
    const drained = drain.finish({ timeout: NEVER, leaveIdle: true })
    begun.response.end('finished')
    await expect(begun.answer).resolves.toBe('begun, finished')
    const after = await ask()
    expect(after.response.req.socket).toBe(begun.response.req.socket)
    after.response.end('after')
    await expect(after.answer).resolves.toBe('after')
    await expect(drained).resolves.toBeUndefined()
  })

  it('ends once the proxy has closed the connection', async () => {
    const { drain, ask } = await start()
    const { response, answer } = await ask()
    response.end('done')
    await answer
    const drained = drain.finish({ timeout: NEVER, leaveIdle: true })
    agent.destroy()
    await expect(drained).resolves.toBeUndefined()
  })
})

describe('a drain while connections wait to be accepted', () => {
  it('answers the requests of all of them', async () => {
    agent = new Agent()
    const server = createServer((_request, response) => response.end('answered'))
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const clients = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
    await Promise.all(clients.map((client) => once(client, 'connect')))
    const answers = clients.map((client) => text(client))
    for (const client of clients) client.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await createDrain(server).finish({ timeout: NEVER })
    for (const answer of await Promise.all(answers)) expect(answer).toContain('answered')
  })
})

describe('a drain of a server that also has connections beside node:http', () => {
  it('closes those after its time limit', async () => {
    const server = createServer()
    const sockets: Socket[] = []
    server.removeAllListeners('connection')
    server.on('connection', (socket) => sockets.push(socket))
    const drain = createDrain(server, () => {
      for (const socket of sockets) socket.destroy()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(server, 'connection')
    const closed = once(client.resume(), 'close')
    await expect(drain.finish({ timeout: 1 })).resolves.toBeUndefined()
    await closed
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('leaves closed responses to a collection of the young generation, while others are in progress', () => {
    const server = createServer()
    createDrain(server)
    const incoming = new IncomingMessage(new Socket())
    const inProgress: ServerResponse[] = []
    const requests = (count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        const response = new ServerResponse(incoming)
        inProgress.push(response)
        server.emit('request', incoming, response)
        if (inProgress.length > 8) inProgress.shift()?.emit('close')
      }
    }
    const old = watchOldGeneration()
    const requestsUnderLoad = () => {
      for (let round = 0; round < 20; round += 1) {
        requests(250)
        old.collect('young')
      }
    }
    requestsUnderLoad()
    old.collect('both')
    const before = old.used()
    requestsUnderLoad()
    expect(old.used() - before).toBeLessThan(1_000_000)
  })
})
