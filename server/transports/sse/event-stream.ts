import type { ServerResponse } from 'node:http'
import { TIMING } from '#schema/limits.ts'
import type { LiveConnection, LiveSink } from '#server/domains/live/index.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'

/** How much may be unsent to a slow reader. Beyond it the stream is cut, and the reader resumes by id. */
const MAX_UNSENT_BYTES = 256 * 1024
/** How long the last bytes of an ended stream may take, in milliseconds. */
const LINGER = 1_000
const HEARTBEAT = ': \n\n'

/** Returns the headers of an event stream. */
export const eventStreamHeaders = (constant: ConstantHeaders): ConstantHeaders => ({
  ...constant,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  // An ended stream must not leave a connection that a stopping server waits for.
  Connection: 'close',
})

/** An open stream. A node has thousands of idle ones, so each has no timer and no function of its own. */
export class EventStream implements LiveSink {
  readonly response: ServerResponse
  readonly #headers: ConstantHeaders
  /** Null until the replay has finished. */
  connection: LiveConnection | null = null

  constructor(response: ServerResponse, headers: ConstantHeaders) {
    this.response = response
    this.#headers = headers
  }

  get over(): boolean {
    return this.response.writableEnded || this.response.destroyed
  }

  /** The response begins with the first frame. A client that sees it is subscribed already. */
  send(frame: string) {
    const { response } = this
    if (this.over) return
    if (!response.headersSent) {
      response.writeHead(200, this.#headers)
      response.socket?.setNoDelay(true)
      response.write(`retry: ${TIMING.streamReconnect}\n\n`)
    } else if (response.writableLength > MAX_UNSENT_BYTES) {
      response.destroy()
      return
    }
    response.write(frame)
  }

  drained(): Promise<void> | null {
    const { response } = this
    if (this.over || !response.writableNeedDrain) return null
    return new Promise((resolve) => {
      const done = () => {
        response.off('drain', done)
        response.off('close', done)
        resolve()
      }
      response.on('drain', done)
      response.on('close', done)
    })
  }

  beat() {
    if (this.connection) this.send(HEARTBEAT)
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
