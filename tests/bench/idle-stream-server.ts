/** One of the servers of `idle-streams.ts`: `bare`, `rapport`, or `fallback`, whose streams node:http serves. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { TIMING } from '#schema/limits.ts'
import { createPresence } from '#server/domains/presence/index.ts'
import { apiHeaders } from '#server/platform/http/api-headers.ts'
import type { StreamAccess } from '#server/transports/http/stream-access.ts'
import { createStreamHandler } from '#server/transports/sse/stream.ts'
import { createStreamServer } from '../kit/stream-server.ts'
import { createTestLive } from '../kit/test-live.ts'
import { testPlatform } from '../kit/test-platform.ts'

const INTERESTS = Array.from({ length: 150 }, (_, index) => `Interest ${index}`)

function bare(): RequestListener {
  const open = new Set<ServerResponse>()
  setInterval(() => {
    for (const response of open) response.write(': \n\n')
  }, TIMING.streamHeartbeat)
  return (_, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    })
    response.write(`retry: ${TIMING.streamReconnect}\n\n`)
    response.write(`id: ${Date.now()}-0\nevent: ready\ndata: {}\n\n`)
    open.add(response)
    response.once('close', () => open.delete(response))
  }
}

function rapport(way: 'a bare socket' | 'node:http'): Server {
  let seed = 0
  const platform = testPlatform()
  const { presenceTracker } = createPresence(platform, { grace: TIMING.leaveGrace })
  const streamAccess: StreamAccess = {
    async authenticate({ url = '' }) {
      seed += 1
      const userId = url.slice('/subscribe/'.length)
      const interests = [3, 7, 13, 31, 61].map((step) => INTERESTS[(seed * step) % INTERESTS.length] ?? '')
      return { userId, sessionKey: `${userId}-session`, interests }
    },
    async admit() {},
    async revalidate() {},
  }
  const handler = createStreamHandler(
    platform,
    { live: createTestLive(), presenceTracker },
    { headers: apiHeaders(false), streamAccess },
  )
  return createStreamServer(handler, way)
}

const SERVERS: Record<string, () => Server> = {
  bare: () => createServer(bare()),
  rapport: () => rapport('a bare socket'),
  fallback: () => rapport('node:http'),
}
const server = SERVERS[process.argv[2] ?? '']?.()
if (!server) throw new Error('name the server: bare, rapport or fallback')
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
process.on('message', () => {
  setTimeout(() => {
    globalThis.gc?.()
    globalThis.gc?.()
    process.send?.({ rss: process.memoryUsage.rss() })
  }, TIMING.streamHeartbeat + 1_000)
})
