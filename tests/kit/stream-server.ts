import { createServer, type Server } from 'node:http'
import { acceptStreams } from '#server/transports/sse/accept-streams.ts'
import type { StreamHandler } from '#server/transports/sse/stream.ts'

/** The two ways of serving a stream: on the bare socket, and through the parser and response of node:http. */
export const STREAM_WAYS = ['a bare socket', 'node:http'] as const
export type StreamWay = (typeof STREAM_WAYS)[number]

/** An HTTP server that serves nothing but streams. */
export function createStreamServer(handler: StreamHandler, way: StreamWay = 'a bare socket'): Server {
  const server = createServer((request, response) => void handler.handle(request, response))
  if (way === 'a bare socket')
    acceptStreams(server, (request, socket) => void handler.handleSocket(request, socket, {}))
  return server
}
