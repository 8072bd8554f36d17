import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { SOCKETS } from '#server/transports/graphql/sockets/socket-limits.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { greet, type OpenedSocket, openSocket } from '../../kit/web-sockets.ts'

const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'warn' },
  new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  }),
)

const node = useNode({
  env: { PUBLIC_URL: 'https://rapport.example', ALLOWED_ORIGINS: 'https://partner.example' },
  log,
})
let sockets: OpenedSocket[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { socket } of sockets) socket.terminate()
  sockets = []
})

function connect(on: TestApp, headers: Record<string, string> = {}): OpenedSocket {
  const made = openSocket(on, { headers })
  sockets.push(made)
  return made
}

describe('a WebSocket', () => {
  // covers: design-websocket-limits
  it.each([
    ['https://evil.example'],
    ['http://rapport.example'],
    ['https://rapport.example:444'],
    ['https://rapport.example.evil.example'],
    ['null'],
  ])('does not open for a page of %s', async (origin) => {
    expect(await connect(node, { origin }).opened).toBe(403)
  })

  it.each([
    ['our own page', { origin: 'https://rapport.example' }],
    ['a page of a listed origin', { origin: 'https://partner.example' }],
    ['the desktop app', { origin: 'rapport-app://app' }],
    ['a program that sends no Origin', {}],
  ])('opens for %s', async (_, headers) => {
    expect(await connect(node, headers as Record<string, string>).opened).toBe('open')
  })

  // covers: design-websocket-limits
  it('closes with 1009 for a frame that is too large, with one line in the log and none on stderr', async () => {
    const printed = vi.spyOn(console, 'error')
    const before = lines.length
    const { socket, opened, closed } = connect(node)
    await opened
    socket.send('x'.repeat(70 * 1024))
    expect(await closed).toBe(1009)
    expect(printed).not.toHaveBeenCalled()
    expect(lines.slice(before)).toEqual([
      expect.objectContaining({ level: 40, code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }),
    ])
    expect(JSON.stringify(lines.slice(before))).not.toContain('node_modules')
  })

  // covers: design-websocket-limits
  it('does not open for a network with too many open sockets, until one of them has closed', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: String(2 / SOCKETS.byNetwork) } })
    try {
      const [first, second] = [connect(strict), connect(strict)]
      expect(await Promise.all([first.opened, second.opened])).toEqual(['open', 'open'])
      expect(await connect(strict).opened).toBe(429)
      first.socket.close()
      await first.closed
      await expect.poll(() => connect(strict).opened).toBe('open')
    } finally {
      await strict[Symbol.asyncDispose]()
    }
  })

  // covers: design-websocket-limits
  it('closes the oldest socket of a member when they open too many', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const other = connect(node)
    await greet(other, ben.token)
    const own: OpenedSocket[] = []
    for (let count = 0; count <= SOCKETS.byPerson; count += 1) {
      const one = connect(node)
      await greet(one, asha.token)
      own.push(one)
    }
    expect(await own[0]?.closed).toBe(1008)
    expect([...own.slice(1), other].map(({ socket }) => socket.readyState)).toEqual(
      Array.from({ length: SOCKETS.byPerson + 1 }, () => WebSocket.OPEN),
    )
  })
})
