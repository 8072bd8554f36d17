import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { createBag } from '#server/platform/bag.ts'
import { untilAllAccepted } from './until-all-accepted.ts'

export interface DrainOptions {
  /** Milliseconds after which every connection is closed. */
  timeout: number
  /**
   * Leaves idle connections to the clients that hold them, which are proxies. A request that is already on its way on
   * such a connection is answered; a proxy cannot send it again, because the server may have received it.
   */
  leaveIdle?: boolean
}

export interface Drain {
  /**
   * Accepts no more connections and closes idle ones. The others close after their response, and all of them after the
   * timeout. Resolves when none is left.
   */
  finish(options: DrainOptions): Promise<void>
}

/**
 * Tracks the responses in progress, and closes their connections afterwards. Node would keep these connections open for
 * a next request, and closing the server would wait for clients that send none.
 *
 * `closeOtherConnections` closes the connections of the server that node:http does not know.
 */
export function createDrain(server: Server, closeOtherConnections: () => void = () => undefined): Drain {
  const inProgress = createBag<ServerResponse>()
  let isDraining = false
  let leavesIdle = false
  server.prependListener('request', ({ socket }, response) => {
    const remove = inProgress.add(response)
    if (isDraining) response.setHeader('connection', 'close')
    // Node itself closes a connection whose response says so.
    response.once('finish', () => {
      if (isDraining && !leavesIdle) socket.end()
    })
    response.once('close', remove)
  })

  /** Resolves when the last connection has closed. The method of node:http would also close connections at once. */
  const stopListening = () =>
    new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))

  /** Node counts a connection as idle while the end of its last response is still being sent. */
  function closeIdle() {
    const sending = inProgress.items().find(({ writableEnded }) => writableEnded)
    if (sending) sending.once('close', closeIdle)
    else server.closeIdleConnections()
  }

  return {
    async finish({ timeout, leaveIdle = false }) {
      isDraining = true
      leavesIdle = leaveIdle
      for (const response of inProgress.items())
        if (!response.headersSent) response.setHeader('connection', 'close')
      await untilAllAccepted(server)
      const closed = stopListening()
      if (!leaveIdle) closeIdle()
      const timer = setTimeout(() => {
        server.closeAllConnections()
        closeOtherConnections()
      }, timeout)
      await closed
      clearTimeout(timer)
      // Stops the timer with which node:http checks its connections.
      server.close()
    },
  }
}
