import { connect } from 'node:net'
import { STREAM_HEADER } from '#schema/stream-id.ts'

/** Receives one response. */
export interface ResponseHandler {
  onHead(status: number): void
  onData(text: string): void
  onEnd(): void
  onError(error: Error): void
}

export interface Request {
  method: 'GET' | 'POST'
  path: string
  token: string
  /** The name of the member's stream (decision 46). */
  streamId?: string
  body?: string
}

export interface HttpConnection {
  readonly isOpen: boolean
  /** One request at a time. */
  request(request: Request, handler: ResponseHandler): void
  close(): void
}

type State = 'head' | 'body' | 'rest' | 'size' | 'chunk' | 'trailer'

/** Parses the responses of one connection. Texts are ASCII, where a length in bytes is one in characters. */
class ResponseParser {
  handler: ResponseHandler | null = null
  #text = ''
  #state: State = 'head'
  #left = 0

  feed(chunk: string) {
    this.#text += chunk
    while (this.handler && this.#text !== '' && this.#step(this.handler));
  }

  #take(length: number): string {
    const taken = this.#text.slice(0, length)
    this.#text = this.#text.slice(length)
    return taken
  }

  #end(handler: ResponseHandler) {
    this.handler = null
    this.#state = 'head'
    handler.onEnd()
  }

  /** Consumes the next part of the response. Returns false when it has not arrived as a whole. */
  #step(handler: ResponseHandler): boolean {
    if (this.#state === 'head') return this.#head(handler)
    if (this.#state === 'rest') handler.onData(this.#take(this.#text.length))
    else if (this.#state === 'size') return this.#size()
    else {
      const framing = this.#state === 'body' ? 0 : 2
      if (this.#text.length < this.#left + framing) return false
      const data = this.#take(this.#left + framing).slice(0, this.#left)
      if (this.#state !== 'trailer') handler.onData(data)
      if (this.#state === 'chunk') this.#state = 'size'
      else this.#end(handler)
    }
    return true
  }

  #head(handler: ResponseHandler): boolean {
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return false
    const head = this.#take(end + 4)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#left = Number(length ?? 0)
    this.#state = /\r\ntransfer-encoding: *chunked/i.test(head) ? 'size' : length ? 'body' : 'rest'
    handler.onHead(Number(head.slice(9, 12)))
    return true
  }

  #size(): boolean {
    const end = this.#text.indexOf('\r\n')
    if (end < 0) return false
    this.#left = Number.parseInt(this.#take(end + 2), 16)
    this.#state = this.#left > 0 ? 'chunk' : 'trailer'
    return true
  }
}

/** Opens a keep-alive connection on a bare socket. Node's own clients would cost the driver more than the servers. */
export function connectHttp(url: string): HttpConnection {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const parser = new ResponseParser()
  let isOpen = true
  const end = (error = new Error('the connection was closed')) => {
    isOpen = false
    parser.handler?.onError(error)
    parser.handler = null
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => parser.feed(chunk))
  socket.on('error', end)
  socket.on('close', () => end())
  return {
    get isOpen() {
      return isOpen
    },
    request({ method, path, token, streamId, body }, handler) {
      parser.handler = handler
      const authorization = token ? `authorization: Bearer ${token}\r\n` : ''
      const stream = streamId ? `${STREAM_HEADER}: ${streamId}\r\n` : ''
      const entity = body
        ? `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
        : '\r\n'
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${authorization}${stream}${entity}`,
      )
    },
    close: () => socket.destroy(),
  }
}
