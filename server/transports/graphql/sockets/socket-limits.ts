import type { WebSocket } from 'ws'

/** How many sockets may be open at once on one server. */
export const SOCKETS = {
  /** From one network, logged in or not. A carrier's NAT has many members behind it. RATE_LIMIT_FACTOR multiplies it. */
  byNetwork: 500,
  /** Of one member. A new one closes the oldest, as with the streams of REST. */
  byPerson: 12,
  all: 20_000,
}

/** Policy violation (RFC 6455 §7.4.1); clients of graphql-ws do not reconnect after it. */
const CLOSED_FOR_A_NEWER = 1008

export interface SocketLimits {
  /** Counts a socket of this network until `release` is called. Null when there are too many. */
  admit(network: string): { release(): void } | null
  /** Counts a socket as this member's until it closes, and closes their oldest when they have too many. */
  assign(userId: string, socket: WebSocket): void
}

export function createSocketLimits({ factor }: { factor: number }): SocketLimits {
  const networks = new Map<string, number>()
  const people = new Map<string, Set<WebSocket>>()
  const mostByNetwork = Math.ceil(SOCKETS.byNetwork * factor)
  let all = 0

  return {
    admit(network) {
      const open = networks.get(network) ?? 0
      if (open >= mostByNetwork || all >= SOCKETS.all) return null
      networks.set(network, open + 1)
      all += 1
      let isReleased = false
      return {
        release() {
          if (isReleased) return
          isReleased = true
          all -= 1
          const left = (networks.get(network) ?? 1) - 1
          if (left === 0) networks.delete(network)
          else networks.set(network, left)
        },
      }
    },

    assign(userId, socket) {
      const own = people.get(userId) ?? new Set()
      people.set(userId, own.add(socket))
      socket.once('close', () => {
        own.delete(socket)
        if (own.size === 0 && people.get(userId) === own) people.delete(userId)
      })
      const [oldest] = own
      if (own.size > SOCKETS.byPerson && oldest) {
        own.delete(oldest)
        oldest.close(CLOSED_FOR_A_NEWER, 'Too many connections')
      }
    },
  }
}
