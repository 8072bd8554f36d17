import type { IncomingMessage, ServerResponse } from 'node:http'
import { TIMING } from '#schema/limits.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { apiHeaders, type ConstantHeaders, streamHeaders } from '#server/platform/http/api-headers.ts'
import { errorBodyOf, failureOf } from '#server/platform/http/failures.ts'
import { rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'
import { EventStream, eventStreamHeaders } from './event-stream.ts'

/** What one process can hold in about a gigabyte; the operator's limit of open files is often reached before. */
const MAX_STREAMS = 50_000
/** Heartbeats are spread over the interval, so that thousands of streams are not written to at once. */
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
  /** Whether people reach the server by https. */
  secure?: boolean
  maxStreams?: number
  heartbeatEvery?: number
}

export interface StreamHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  count(): number
  /** Ends every stream and takes no new one; the clients come back by themselves, here or on another node. */
  closeAll(): void
}

/** `GET /subscribe/{userId}`, on the bare HTTP server: thousands of these stand open and idle. */
export function createStreamHandler(deps: StreamDeps): StreamHandler {
  const { live, presenceTracker, authenticate, revalidate, onError, maxStreams = MAX_STREAMS } = deps
  const { secure = false } = deps
  const headers = eventStreamHeaders(streamHeaders(secure))
  const slots = Array.from({ length: HEARTBEAT_SLOTS }, () => new Set<EventStream>())
  let nextSlot = 0
  let beating = 0
  let open = 0
  let stopped = false

  const timer = setInterval(
    () => {
      beating = (beating + 1) % HEARTBEAT_SLOTS
      for (const stream of slots[beating] ?? []) stream.beat()
    },
    (deps.heartbeatEvery ?? TIMING.streamHeartbeat) / HEARTBEAT_SLOTS,
  )
  timer.unref()

  async function listenerOf(request: IncomingMessage, userId: string): Promise<Listener> {
    const listener = await authenticate(request)
    if (!listener) throw new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.')
    if (listener.userId !== userId) throw new ApiError('FORBIDDEN', 'This stream belongs to somebody else.')
    return listener
  }

  async function subscribe(request: IncomingMessage, response: ServerResponse) {
    const [, userId, query] = PATH.exec(request.url ?? '') ?? []
    if (!userId) throw new ApiError('NOT_FOUND', 'There is nothing at this address.')
    if (request.method !== 'GET') {
      throw new ApiError('METHOD_NOT_ALLOWED', 'This address does not take this method.')
    }
    const listener = await listenerOf(request, userId)
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
    const slot = slots[nextSlot]
    nextSlot = (nextSlot + 1) % HEARTBEAT_SLOTS
    slot?.add(stream)
    open += 1
    response.on('close', () => {
      slot?.delete(stream)
      open -= 1
      stream.connection?.close()
      // Of a node that stops, the people are back elsewhere before anybody needs to hear that they left.
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
      clearInterval(timer)
      for (const slot of slots) for (const stream of slot) stream.close()
    },
  }
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
