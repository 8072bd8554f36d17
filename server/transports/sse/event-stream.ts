import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { TIMING } from '#schema/limits.ts'
import type { LiveConnection, LiveSink } from '#server/domains/live/index.ts'
import type { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { MAX_UNSENT_BYTES } from '#server/platform/http/unsent-bytes.ts'
import type { Say } from '#server/platform/texts/texts.ts'
import { refuse } from '#server/transports/http/refuse.ts'
import type { Place } from './admission.ts'

/** How long the last bytes of an ended stream may take, in milliseconds. */
export const LINGER = 1_000
const HEARTBEAT = ': \n\n'
/** Precedes the first frame. */
export const RETRY = `retry: ${TIMING.streamReconnect}\n\n`

/** Returns the headers of an event stream. */
export const eventStreamHeaders = (constant: ConstantHeaders): ConstantHeaders => ({
  ...constant,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  // An ended stream must not leave a connection that a stopping server waits for.
  Connection: 'close',
})

/** A stream that is being opened, is open or has ended. A node has thousands of idle ones, so each has no timer. */
export abstract class OpenStream implements LiveSink {
  /** Null until the replay has finished. */
  connection: LiveConnection | null = null
  /** Its place among the streams that are being opened. */
  place: Place | null = null

  /** Takes what is sent: the response of node:http, or the socket itself. */
  readonly #outgoing: Writable

  constructor(outgoing: Writable) {
    this.#outgoing = outgoing
  }

  /** Whether it has ended, or its client has left. */
  get over(): boolean {
    return this.#outgoing.writableEnded || this.#outgoing.destroyed
  }

  abstract send(frame: string): void
  abstract close(): void
  /** Answers with an error, or cuts a stream that has begun. */
  abstract refuse(failure: ApiError, headers: ConstantHeaders, say: Say): void

  drained(): Promise<void> | null {
    const outgoing = this.#outgoing
    if (this.over || !outgoing.writableNeedDrain) return null
    return new Promise((resolve) => {
      const done = () => {
        outgoing.off('drain', done)
        outgoing.off('close', done)
        resolve()
      }
      outgoing.on('drain', done)
      outgoing.on('close', done)
    })
  }

  /** Sends a heartbeat once the replay has finished. */
  beat() {
    if (this.connection) this.send(HEARTBEAT)
  }

  /** Lets another stream be opened. Called at the first frame: a slow client must not hold up the others. */
  leave() {
    this.place?.leave()
    this.place = null
  }
}

/** A stream that node:http serves: one whose request was not the first of its connection, or not of the plainest form. */
export class EventStream extends OpenStream {
  readonly response: ServerResponse
  readonly #headers: ConstantHeaders

  constructor(response: ServerResponse, headers: ConstantHeaders) {
    super(response)
    this.response = response
    this.#headers = headers
  }

  /** The response begins with the first frame. A client that sees it is subscribed already. */
  send(frame: string) {
    const { response } = this
    if (this.over) return
    if (!response.headersSent) {
      this.leave()
      response.writeHead(200, this.#headers)
      response.socket?.setNoDelay(true)
      response.write(RETRY)
    } else if (response.writableLength > MAX_UNSENT_BYTES) {
      response.destroy()
      return
    }
    response.write(frame)
  }

  refuse(failure: ApiError, headers: ConstantHeaders, say: Say) {
    const { response } = this
    if (response.headersSent) response.destroy()
    else refuse(response, failure, headers, say)
  }

  close() {
    const { response } = this
    if (this.over) return
    if (!response.headersSent) {
      response.destroy()
      return
    }
    response.end()
    setTimeout(() => response.destroy(), LINGER).unref()
  }
}
