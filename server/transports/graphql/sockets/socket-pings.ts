import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'

/** In milliseconds. A client that has not answered a ping by the next one is gone. */
const PING_EVERY = 12_000

/** Pings a socket until it closes. Each ping holds random bytes, so only a client that reads can answer it. */
export function keepPinging(socket: WebSocket) {
  let expected: Buffer | null = null
  const pinging = setInterval(() => {
    if (expected) return socket.terminate()
    expected = randomBytes(8)
    socket.ping(expected)
  }, PING_EVERY)
  socket.on('pong', (answer) => {
    if (expected?.equals(answer)) expected = null
  })
  socket.once('close', () => clearInterval(pinging))
}
