import { WebSocket } from 'ws'
import { type Attack, EVIL, register, type Target } from './attack.ts'

interface Opened {
  socket: WebSocket
  outcome: 'open' | number
}

function open({ url }: Target, headers: Record<string, string> = {}): Promise<Opened> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  return new Promise((resolve) => {
    socket.on('error', () => resolve({ socket, outcome: 0 }))
    socket.once('open', () => resolve({ socket, outcome: 'open' }))
    socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve({ socket, outcome: statusCode }))
  })
}

/** Resolves once the server has accepted the token. */
function greet(socket: WebSocket, token: string): Promise<void> {
  const accepted = new Promise<void>((resolve) => socket.once('message', () => resolve()))
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }))
  return accepted
}

export const SOCKET_ATTACKS: Attack[] = [
  {
    item: 7,
    name: 'open a WebSocket from a page of another origin',
    expected: '403',
    async run(target) {
      const { socket, outcome } = await open(target, { origin: EVIL })
      socket.terminate()
      return { seen: String(outcome), holds: outcome === 403 }
    },
  },
  {
    item: 7,
    name: 'send a frame that is too large',
    expected: 'close 1009, no stack printed',
    async run(target) {
      const { socket } = await open(target)
      const closed = new Promise<number>((resolve) => void socket.once('close', resolve))
      const before = target.output?.().length ?? 0
      socket.send('x'.repeat(70 * 1024))
      const code = await closed
      await new Promise((resolve) => setTimeout(resolve, 300))
      const hasStack = /^ +at /m.test(target.output?.().slice(before) ?? '')
      const printed = target.output ? (hasStack ? ', a stack printed' : ', no stack') : ''
      return { seen: `${code}${printed}`, holds: code === 1009 && !hasStack }
    },
  },
  {
    item: 7,
    name: 'keep 40 sockets of one member open',
    expected: 'at most 12 stay open',
    async run(target) {
      const { token } = await register(target)
      const sockets: WebSocket[] = []
      for (let count = 0; count < 40; count += 1) {
        const { socket, outcome } = await open(target)
        if (outcome !== 'open') continue
        await greet(socket, token)
        sockets.push(socket)
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
      const left = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length
      for (const socket of sockets) socket.terminate()
      return { seen: `${left} open`, holds: left <= 12 }
    },
  },
  {
    item: 7,
    name: 'open 600 sockets from one address',
    expected: 'refused from some number on',
    async run(target) {
      const opened = await Promise.all(Array.from({ length: 600 }, () => open(target)))
      const refused = opened.filter(({ outcome }) => outcome === 429).length
      for (const { socket } of opened) socket.terminate()
      return { seen: `${refused} refused`, holds: refused > 0 }
    },
  },
]
