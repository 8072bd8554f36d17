import type { Server, ServerResponse } from 'node:http'

export interface Drain {
  /**
   * Takes no more connections and ends those that are idle. Others end after their answer, and all of them after
   * `patience` (milliseconds). Resolves once none is left.
   */
  finish(patience: number): Promise<void>
}

/**
 * Follows the answers that a server has under way. Node alone keeps the connection of such an answer open for the next
 * request, and the server would wait for a client that has nothing more to say.
 */
export function createDrain(server: Server): Drain {
  const underWay = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', ({ socket }, response) => {
    underWay.add(response)
    if (isDraining) response.setHeader('connection', 'close')
    response.once('finish', () => {
      if (isDraining) socket.end()
    })
    response.once('close', () => underWay.delete(response))
  })

  return {
    async finish(patience) {
      isDraining = true
      // This ends the idle ones as well.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close')
      const impatience = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearTimeout(impatience)
    },
  }
}
