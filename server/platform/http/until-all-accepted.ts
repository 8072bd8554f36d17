import type { Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Ends the wait under a load that never pauses. One connection is accepted in each turn of the event loop. */
const MOST_TURNS = 10_000

/**
 * Resolves right after a turn of the event loop in which no connection was accepted. A server that stops listening then
 * resets no connection: the system has already opened those in its queue, and a client may have sent a request on them.
 */
export async function untilAllAccepted(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  // The rest of the current turn may be after the point at which it accepts.
  await setImmediate()
  for (let turn = 0, before = -1; turn < MOST_TURNS && accepted !== before; turn += 1) {
    before = accepted
    await setImmediate()
  }
  server.off('connection', count)
}
