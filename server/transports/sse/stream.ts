import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#schema/errors.ts'
import { TIMING } from '#schema/limits.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import { streamIdOf } from '#schema/stream-id.ts'
import { text } from '#schema/translatable.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { failureOf } from '#server/platform/http/failures.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { startTimer } from '#server/platform/metrics/start-timer.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { FrontDoor } from '#server/transports/http/front-door.ts'
import type { Listener, StreamAccess } from '#server/transports/http/stream-access.ts'
import { type AdmissionOptions, busy, createAdmission } from './admission.ts'
import { EventStream, eventStreamHeaders, type OpenStream } from './event-stream.ts'
import { createHeartbeats, type HeartbeatSlot } from './heartbeats.ts'
import { headerLines, SocketStream, streamHead } from './socket-stream.ts'

/** What one process can hold in about a gigabyte. The limit of open files is often reached before. */
const MAX_STREAMS = 50_000

const PATH = /^\/subscribe\/([^/?]+)(?:\?(.*))?$/

export interface StreamSettings {
  maxStreams?: number
  admission?: AdmissionOptions
  heartbeatEvery?: number
}

export interface StreamHandler {
  /** Serves a stream whose request node:http has parsed. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Serves a stream on a connection that node:http does not know. `originHeaders` are those of the client's origin. */
  handleSocket(request: IncomingMessage, socket: Socket, originHeaders: ConstantHeaders): Promise<void>
  count(): number
  /** Ends every stream and refuses new ones. Clients reconnect to another node. */
  closeAll(): void
  /** Destroys the connections that node:http does not know. */
  destroySockets(): void
}

/** What is recorded of a stream from its admission until its connection closes. */
interface Admitted {
  stream: OpenStream
  slot: HeartbeatSlot
  userId: string
}

/** Serves `GET /subscribe/{userId}` without Koa, because thousands of streams are open and idle. */
export function createStreamHandler(
  { failures, metrics, texts }: Pick<Platform, 'failures' | 'metrics' | 'texts'>,
  { live, presenceTracker }: { live: Pick<Live, 'connect'>; presenceTracker: PresenceTracker },
  { headers, streamAccess }: Pick<FrontDoor, 'headers' | 'streamAccess'>,
  settings: StreamSettings = {},
): StreamHandler {
  const measured = createOpeningMetrics(metrics)
  const streamHeaders = eventStreamHeaders(headers)
  const head = streamHead(streamHeaders)
  const openStreams = createOpenStreams(presenceTracker, settings)
  const admission = createAdmission(settings.admission)
  const turn = createTurns()
  const sockets = new Map<Socket, Admitted | null>()

  async function subscribe(request: IncomingMessage, stream: OpenStream, onAdmitted: OnAdmitted) {
    const { userId, query } = parsePath(request)
    // Before it takes a place, which only members may have.
    await turn()
    const listener = await listenerOf(streamAccess, request, userId)
    if (stream.over) return
    stream.place = await admission.enter()
    if (stream.over) return
    await streamAccess.admit(userId)
    openStreams.assertRoom()
    if (stream.over) return
    const after = new URLSearchParams(query).get('lastEventId') || headerOf(request, 'last-event-id')
    onAdmitted(openStreams.add(stream, userId))
    await presenceTracker.streamOpened(userId, listener.interests)
    const options = { after, sessionKey: listener.sessionKey, streamId: streamIdOf(request.headers) }
    const connection = await live.connect(userId, options, stream)
    if (stream.over) return connection.close()
    stream.connection = connection
    await streamAccess.revalidate(listener)
  }

  async function open(request: IncomingMessage, stream: OpenStream, onAdmitted: OnAdmitted) {
    const seconds = startTimer()
    try {
      await subscribe(request, stream, onAdmitted)
      measured.opened(seconds())
    } catch (error) {
      if (!(error instanceof ApiError)) failures.error({ error }, 'stream failed')
      const failure = failureOf(error)
      measured.refused(seconds(), failure.code)
      stream.refuse(failure, headers, texts.accepted(request.headers['accept-language']))
    } finally {
      stream.leave()
    }
  }

  /** One function for all sockets. */
  function onSocketClose(this: Socket) {
    const admitted = sockets.get(this)
    sockets.delete(this)
    if (admitted) openStreams.remove(admitted)
  }

  return {
    handle: (request, response) =>
      open(request, new EventStream(response, streamHeaders), (admitted) =>
        response.on('close', () => openStreams.remove(admitted)),
      ),
    handleSocket(request, socket, originHeaders) {
      sockets.set(socket, null)
      socket.on('close', onSocketClose)
      const stream = new SocketStream(socket, head, headerLines(originHeaders))
      return open(request, stream, (admitted) => sockets.set(socket, admitted))
    },
    count: openStreams.count,
    closeAll: openStreams.closeAll,
    destroySockets() {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

/** Returns a function whose callers continue together at the end of a turn of the event loop: their look-ups share a statement. */
function createTurns(): () => Promise<void> {
  let next: Promise<void> | null = null
  return () => {
    next ??= new Promise((resolve) =>
      setImmediate(() => {
        next = null
        resolve()
      }),
    )
    return next
  }
}

function createOpeningMetrics(metrics: Metrics) {
  const refused = metrics.histogram('streamOpenings', { outcome: 'refused' })
  return {
    opened: metrics.histogram('streamOpenings', { outcome: 'opened' }),
    refused(seconds: number, code: ErrorCode) {
      refused(seconds)
      metrics.counter('errors', { transport: 'sse', code })()
    },
  }
}

type OnAdmitted = (admitted: Admitted) => void

/** Counts the streams of this node, and reports those that close to the presence. */
function createOpenStreams(
  presenceTracker: PresenceTracker,
  { maxStreams = MAX_STREAMS, heartbeatEvery }: StreamSettings,
) {
  const heartbeats = createHeartbeats(heartbeatEvery ?? TIMING.streamHeartbeat)
  let count = 0
  let stopped = false

  return {
    count: () => count,
    /** @throws ApiError UNAVAILABLE when the node is full or stops */
    assertRoom() {
      if (!stopped && count < maxStreams) return
      throw busy()
    },
    add(stream: OpenStream, userId: string): Admitted {
      count += 1
      return { stream, slot: heartbeats.add(stream), userId }
    },
    remove({ stream, slot, userId }: Admitted) {
      slot.delete(stream)
      count -= 1
      stream.connection?.close()
      // During shutdown, clients reconnect to another node; do not announce them as offline.
      if (!stopped) presenceTracker.streamClosed(userId)
    },
    closeAll() {
      stopped = true
      heartbeats.closeAll()
    },
  }
}

function parsePath(request: IncomingMessage) {
  const [, userId, query] = PATH.exec(request.url ?? '') ?? []
  if (!userId) throw new ApiError('NOT_FOUND', text('There is nothing at this address.'))
  if (request.method !== 'GET') {
    throw new ApiError('METHOD_NOT_ALLOWED', text('This address does not support this method.'))
  }
  return { userId, query }
}

async function listenerOf(
  { authenticate }: Pick<StreamAccess, 'authenticate'>,
  request: IncomingMessage,
  userId: string,
): Promise<Listener> {
  const listener = await authenticate(request)
  if (!listener) throw new ApiError('UNAUTHENTICATED', SESSION_EXPIRED)
  if (listener.userId !== userId)
    throw new ApiError('FORBIDDEN', text('This stream belongs to another account.'))
  return listener
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
