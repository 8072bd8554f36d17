import type { ServerResponse } from 'node:http'
import { TIMING } from '#schema/limits.ts'
import type { LiveConnection, LiveSink } from '#server/domains/live/index.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'

/** What may wait unsent for a slow reader. Beyond it the stream is cut: the reader resumes by id. */
const MAX_UNSENT_BYTES = 256 * 1024
/** How long the last bytes of a stream that was ended may take. */
const LINGER = 1_000
const HEARTBEAT = ': \n\n'

/** With those that every stream of this server has. */
export const eventStreamHeaders = (constant: ConstantHeaders): ConstantHeaders => ({
  ...constant,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  // A stream that was ended leaves no connection behind that a stopping server would have to wait for.
  Connection: 'close',
})

/** One open stream. Thousands stand idle, so it holds no timer and no function of its own. */
export class EventStream implements LiveSink {
  readonly response: ServerResponse
  readonly #headers: ConstantHeaders
  /** Null until the past has been replayed. */
  connection: LiveConnection | null = null

  constructor(response: ServerResponse, headers: ConstantHeaders) {
    this.response = response
    this.#headers = headers
  }

  get over(): boolean {
    return this.response.writableEnded || this.response.destroyed
  }

  /** The answer begins with the first frame: whoever sees it has subscribed already. */
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
