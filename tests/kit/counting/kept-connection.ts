import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface KeptConnection {
  /** Sends one request and reads its answer. */
  call(
    method: string,
    path: string,
    options: { token: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; text: string }>
  /** The connection of the requests so far. @throws Error before the first one */
  socket(): Socket
  close(): void
}

/** Keeps one connection open for all requests. */
export function openKeptConnection(url: string): KeptConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let current: Socket | null = null
  return {
    call: (method, path, { token, body, headers: more = {} }) =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? '' : JSON.stringify(body)
        const entity = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
        const headers = { authorization: `Bearer ${token}`, ...(payload ? entity : {}), ...more }
        const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
          const status = response.statusCode ?? 0
          text(response).then((read) => resolve({ status, text: read }), reject)
        })
        sent.once('socket', (socket) => {
          current = socket
        })
        sent.once('error', reject)
        sent.end(payload)
      }),
    socket() {
      if (!current) throw new Error('nothing was requested yet')
      return current
    },
    close: () => agent.destroy(),
  }
}
