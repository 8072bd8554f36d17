import type { IncomingMessage, ServerResponse } from 'node:http'
import { TIMING } from '#schema/limits.ts'
import { ApiError } from '../errors.ts'
import type { FactBus } from '../facts.ts'
import type { Live, LiveConnection, LiveSink } from '../live/index.ts'
import type { Presence } from '../presence/index.ts'
import { errorBodyOf, failureOf } from './failures.ts'

const HEARTBEAT = ': \n\n'
/** A browser shares one stream between its tabs; these are devices and browsers. */
const MAX_STREAMS_PER_PERSON = 12
/** What may wait unsent for a slow reader. Beyond it the stream is closed: the reader resumes by id. */
const MAX_UNSENT_BYTES = 256 * 1024
/** Heartbeats are spread over the interval, so that thousands of streams are not written to at once. */
const HEARTBEAT_SLOTS = 15

const PATH = /^\/subscribe\/([^/?]+)(?:\?(.*))?$/

export interface StreamDeps {
  live: Live
  presence: Presence
  facts: FactBus
  authenticate(
    request: IncomingMessage,
  ): Promise<{ userId: string; sessionKey: string; interests: readonly string[] } | null>
}

export interface StreamHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  count(): number
  /** Ends every stream; the clients come back by themselves. */
  closeAll(): void
}

/** `GET /subscribe/{userId}`, on the bare HTTP server: thousands of these stand open and idle. */
export function createStreamHandler({ live, presence, facts, authenticate }: StreamDeps): StreamHandler {
  const slots = Array.from({ length: HEARTBEAT_SLOTS }, () => new Set<ServerResponse>())
  const byPerson = new Map<string, Set<ServerResponse>>()
  let nextSlot = 0
  let beating = 0

  const timer = setInterval(() => {
    beating = (beating + 1) % HEARTBEAT_SLOTS
    for (const response of slots[beating] ?? []) response.write(HEARTBEAT)
  }, TIMING.streamHeartbeat / HEARTBEAT_SLOTS)
  timer.unref()

  async function open(request: IncomingMessage, response: ServerResponse) {
    const [, userId, query] = PATH.exec(request.url ?? '') ?? []
    if (!userId) throw new ApiError('NOT_FOUND', 'There is nothing at this address.')
    if (request.method !== 'GET') {
      throw new ApiError('METHOD_NOT_ALLOWED', 'This address does not take this method.')
    }
    const who = await authenticate(request)
    if (!who) throw new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.')
    if (who.userId !== userId) throw new ApiError('FORBIDDEN', 'This stream belongs to somebody else.')
    const after = new URLSearchParams(query).get('lastEventId') ?? headerOf(request, 'last-event-id')
    closeOldestOf(userId)
    if (response.destroyed) return

    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    response.socket?.setNoDelay(true)
    response.write(`retry: ${TIMING.streamReconnect}\n\n`)
    await serve(response, who, after)
  }

  async function serve(
    response: ServerResponse,
    { userId, sessionKey, interests }: { userId: string; sessionKey: string; interests: readonly string[] },
    after: string | null,
  ) {
    const slot = slots[nextSlot]
    nextSlot = (nextSlot + 1) % HEARTBEAT_SLOTS
    slot?.add(response)
    const own = byPerson.get(userId)
    if (own) own.add(response)
    else byPerson.set(userId, new Set([response]))

    let connection: LiveConnection | null = null
    const opened = presence.opened(userId, interests)
    response.once('close', () => {
      slot?.delete(response)
      forget(userId, response)
      connection?.close()
      opened
        .then(() => presence.closed(userId))
        .then((left) => (left ? facts.announce('streamsClosed', { userId }) : undefined))
        .catch(() => undefined)
    })
    connection = await live.connect(userId, { after, sessionKey }, sinkOf(response))
    if (response.destroyed) connection.close()
    if (await opened) await facts.announce('streamOpened', { userId })
  }

  function closeOldestOf(userId: string) {
    const own = byPerson.get(userId)
    if (!own || own.size < MAX_STREAMS_PER_PERSON) return
    const [oldest] = own
    oldest?.end()
  }

  function forget(userId: string, response: ServerResponse) {
    const own = byPerson.get(userId)
    own?.delete(response)
    if (own?.size === 0) byPerson.delete(userId)
  }

  return {
    async handle(request, response) {
      try {
        await open(request, response)
      } catch (error) {
        if (response.headersSent) response.destroy()
        else refuse(response, failureOf(error))
        if (!(error instanceof ApiError)) throw error
      }
    },
    count: () => slots.reduce((sum, slot) => sum + slot.size, 0),
    closeAll() {
      clearInterval(timer)
      for (const slot of slots) for (const response of slot) response.end()
    },
  }
}

const sinkOf = (response: ServerResponse): LiveSink => ({
  send(frame) {
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy()
    else response.write(frame)
  },
  close: () => response.end(),
})

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function refuse(response: ServerResponse, failure: ApiError) {
  response.writeHead(failure.status, {
    'Content-Type': 'application/json; charset=utf-8',
    ...(failure.retryAfterSeconds ? { 'Retry-After': String(failure.retryAfterSeconds) } : {}),
  })
  response.end(JSON.stringify(errorBodyOf(failure)))
}
