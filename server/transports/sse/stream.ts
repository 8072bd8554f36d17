import type { IncomingMessage, ServerResponse } from 'node:http'
import { TIMING } from '#schema/limits.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { apiHeaders, type ConstantHeaders, streamHeaders } from '#server/platform/http/api-headers.ts'
import { errorBodyOf, failureOf } from '#server/platform/http/failures.ts'
import { rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'
import { EventStream, eventStreamHeaders } from './event-stream.ts'

/** What one process can hold in about a gigabyte. The limit of open files is often reached before. */
const MAX_STREAMS = 50_000
/** Heartbeats are spread over the interval, to avoid writing to thousands of streams at once. */
const HEARTBEAT_SLOTS = 15

const PATH = /^\/subscribe\/([^/?]+)(?:\?(.*))?$/

export interface Listener {
  userId: string
  sessionKey: string
  interests: readonly string[]
}

export interface StreamDeps {
  live: Live
  presenceTracker: PresenceTracker
  authenticate(request: IncomingMessage): Promise<Listener | null>
  /** Counts a new stream of a member. @throws ApiError RATE_LIMITED */
  admitStream(userId: string): Promise<void>
  /** Ends the streams of a member who was suspended or logged out while the stream opened. */
  revalidate(listener: Listener): Promise<void>
  onError(error: unknown): void
  /** Whether clients reach the server by https. */
  secure?: boolean
  maxStreams?: number
  heartbeatEvery?: number
}

export interface StreamHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  count(): number
  /** Ends every stream and refuses new ones. Clients reconnect to another node. */
  closeAll(): void
}

/** Serves `GET /subscribe/{userId}` on the bare HTTP server, because thousands of streams are open and idle. */
export function createStreamHandler(deps: StreamDeps): StreamHandler {
  const { live, presenceTracker, revalidate, onError, maxStreams = MAX_STREAMS, secure = false } = deps
  const headers = eventStreamHeaders(streamHeaders(secure))
  const heartbeats = createHeartbeats(deps.heartbeatEvery ?? TIMING.streamHeartbeat)
  let open = 0
  let stopped = false

  async function subscribe(request: IncomingMessage, response: ServerResponse) {
    const { userId, query } = parsePath(request)
    const listener = await listenerOf(deps, request, userId)
    await deps.admitStream(userId)
    if (stopped || open >= maxStreams) {
      throw new ApiError('UNAVAILABLE', 'Live updates are busy. Please try again in a moment.', {
        retryAfterSeconds: TIMING.streamReconnect / 1_000,
      })
    }
    if (response.destroyed) return
    const after = new URLSearchParams(query).get('lastEventId') || headerOf(request, 'last-event-id')
    const stream = add(response, listener)
    await presenceTracker.streamOpened(userId, listener.interests)
    const connection = await live.connect(userId, { after, sessionKey: listener.sessionKey }, stream)
    if (response.destroyed) return connection.close()
    stream.connection = connection
    await revalidate(listener)
  }

  function add(response: ServerResponse, { userId }: Listener): EventStream {
    const stream = new EventStream(response, headers)
    const slot = heartbeats.add(stream)
    open += 1
    response.on('close', () => {
      slot?.delete(stream)
      open -= 1
      stream.connection?.close()
      // During shutdown, clients reconnect to another node; do not announce them as offline.
      if (!stopped) presenceTracker.streamClosed(userId)
    })
    return stream
  }

  return {
    async handle(request, response) {
      try {
        await subscribe(request, response)
      } catch (error) {
        if (!(error instanceof ApiError)) onError(error)
        if (response.headersSent) response.destroy()
        else refuse(response, failureOf(error), apiHeaders(secure))
      }
    },
    count: () => open,
    closeAll() {
      stopped = true
      heartbeats.closeAll()
    },
  }
}

/** Beats the streams of one slot at a time. */
function createHeartbeats(interval: number) {
  const slots = Array.from({ length: HEARTBEAT_SLOTS }, () => new Set<EventStream>())
  let nextSlot = 0
  let beating = 0
  const timer = setInterval(() => {
    beating = (beating + 1) % HEARTBEAT_SLOTS
    for (const stream of slots[beating] ?? []) stream.beat()
  }, interval / HEARTBEAT_SLOTS)
  timer.unref()

  return {
    /** Adds a stream and returns its slot. */
    add(stream: EventStream) {
      const slot = slots[nextSlot]
      nextSlot = (nextSlot + 1) % HEARTBEAT_SLOTS
      slot?.add(stream)
      return slot
    },
    closeAll() {
      clearInterval(timer)
      for (const slot of slots) for (const stream of slot) stream.close()
    },
  }
}

function parsePath(request: IncomingMessage) {
  const [, userId, query] = PATH.exec(request.url ?? '') ?? []
  if (!userId) throw new ApiError('NOT_FOUND', 'There is nothing at this address.')
  if (request.method !== 'GET') {
    throw new ApiError('METHOD_NOT_ALLOWED', 'This address does not support this method.')
  }
  return { userId, query }
}

async function listenerOf(
  { authenticate }: StreamDeps,
  request: IncomingMessage,
  userId: string,
): Promise<Listener> {
  const listener = await authenticate(request)
  if (!listener) throw new ApiError('UNAUTHENTICATED', SESSION_EXPIRED)
  if (listener.userId !== userId) throw new ApiError('FORBIDDEN', 'This stream belongs to another account.')
  return listener
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function refuse(response: ServerResponse, failure: ApiError, headers: ConstantHeaders) {
  response.writeHead(failure.status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(failure.code === 'METHOD_NOT_ALLOWED' ? { Allow: 'GET' } : {}),
    ...(failure.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(failure.retryAfterSeconds) }),
    ...(failure.rateLimit && rateLimitHeaders(failure.rateLimit)),
  })
  response.end(JSON.stringify(errorBodyOf(failure)))
}
