import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { MAX_UNSENT_BYTES } from '#server/platform/http/unsent-bytes.ts'
import type { Say } from '#server/platform/texts/texts.ts'
import { refusalOf } from '#server/transports/http/refuse.ts'
import { LINGER, OpenStream, RETRY } from './event-stream.ts'

/** Headers in the format of HTTP/1.1, each with its line break. */
export const headerLines = (headers: ConstantHeaders) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

/** Returns the head of a successful response without its date and the empty line. The same for all streams. */
export const streamHead = (headers: ConstantHeaders) =>
  `HTTP/1.1 200 OK\r\n${headerLines({ ...headers, 'Transfer-Encoding': 'chunked' })}`

/** Formats a text as a chunk. Some clients take a response that has neither a length nor chunks as empty. */
const chunkOf = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const LAST_CHUNK = '0\r\n\r\n'

const dateLine = () => `Date: ${new Date().toUTCString()}\r\n`

/**
 * A stream on a bare socket, without the parser, request and response of node:http: it takes a third of the memory.
 */
export class SocketStream extends OpenStream {
  readonly socket: Socket
  /** The head of the response; null once it was sent. */
  #head: string | null
  /** The lines that this client's origin adds to the head of every response. */
  readonly #originLines: string

  constructor(socket: Socket, head: string, originLines = '') {
    super(socket)
    this.socket = socket
    this.#head = head
    this.#originLines = originLines
  }

  /** The response begins with the first frame. A client that sees it is subscribed already. */
  send(frame: string) {
    const { socket } = this
    if (this.over) return
    if (this.#head !== null) {
      this.leave()
      socket.setNoDelay(true)
      socket.write(`${this.#head}${this.#originLines}${dateLine()}\r\n${chunkOf(RETRY + frame)}`)
      this.#head = null
    } else if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy()
    else socket.write(chunkOf(frame))
  }

  refuse(failure: ApiError, headers: ConstantHeaders, say: Say) {
    const { socket } = this
    if (this.#head === null || this.over) {
      socket.destroy()
      return
    }
    this.#head = null
    const { head, body } = refusalOf(failure, headers, say)
    const lines = headerLines({ ...head, Connection: 'close' })
    const statusLine = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n`
    socket.write(`${statusLine}${lines}${this.#originLines}${dateLine()}\r\n${body}`)
    this.#end()
  }

  close() {
    if (this.over) return
    if (this.#head !== null) {
      this.socket.destroy()
      return
    }
    this.socket.write(LAST_CHUNK)
    this.#end()
  }

  #end() {
    const { socket } = this
    socket.destroySoon()
    setTimeout(() => socket.destroy(), LINGER).unref()
  }
}
