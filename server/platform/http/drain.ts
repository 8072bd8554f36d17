import type { Server, ServerResponse } from 'node:http'

export interface Drain {
  /**
   * Accepts no more connections and closes idle ones. The others close after their response, and all of them after
   * `timeout` milliseconds. Resolves when none is left.
   */
  finish(timeout: number): Promise<void>
}

/**
 * Tracks the responses in progress, and closes their connections afterwards. Node would keep these connections open for
 * a next request, and closing the server would wait for clients that send none.
 *
 * `closeOtherConnections` closes the connections of the server that node:http does not know.
 */
export function createDrain(server: Server, closeOtherConnections: () => void = () => undefined): Drain {
  const inProgress = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', ({ socket }, response) => {
    inProgress.add(response)
    if (isDraining) response.setHeader('connection', 'close')
    response.once('finish', () => {
      if (isDraining) socket.end()
    })
    response.once('close', () => inProgress.delete(response))
  })

  return {
    async finish(timeout) {
      isDraining = true
      // This also closes idle connections.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const response of inProgress) if (!response.headersSent) response.setHeader('connection', 'close')
      const timer = setTimeout(() => {
        server.closeAllConnections()
        closeOtherConnections()
      }, timeout)
      await closed
      clearTimeout(timer)
    },
  }
}
