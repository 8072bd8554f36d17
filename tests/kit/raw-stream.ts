import { connect, type Socket } from 'node:net'
import { createParser } from 'eventsource-parser'

export interface RawStream {
  readonly socket: Socket
  /** Everything received, as it arrived. */
  text(): string
  events(): { event: string; id: string | undefined; data: string }[]
  readonly ended: Promise<void>
}

/**
 * A stream on a bare socket, which can stop reading: the server then sends no more than the kernel's buffers hold.
 */
export function openRawStream(url: string, path: string, headers: Record<string, string> = {}): RawStream {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  const events: ReturnType<RawStream['events']> = []
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => void events.push({ event, id, data }),
  })
  socket.setEncoding('utf8')
  const readBody = createBodyReader((data) => parser.feed(data))
  let rest = ''
  socket.on('data', (chunk: string) => {
    text += chunk
    rest += chunk
    rest = readBody(rest)
  })
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return { socket, text: () => text, events: () => events, ended }
}

/**
 * Feeds the body that has arrived, and returns what is left. A chunked body is fed in whole chunks; another one ends with
 * the connection. The tests send ASCII, where a length in bytes is one in characters.
 */
function createBodyReader(feed: (data: string) => void): (text: string) => string {
  let isChunked: boolean | null = null
  return (text) => {
    let body = text
    if (isChunked === null) {
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return text
      isChunked = /^transfer-encoding: chunked$/im.test(text.slice(0, head))
      body = text.slice(head + 4)
    }
    if (isChunked) return feedChunks(body, feed)
    feed(body)
    return ''
  }
}

function feedChunks(text: string, feed: (data: string) => void): string {
  let position = 0
  for (;;) {
    const line = text.indexOf('\r\n', position)
    const length = line < 0 ? Number.NaN : Number.parseInt(text.slice(position, line), 16)
    if (Number.isNaN(length) || text.length < line + 4 + length) return text.slice(position)
    feed(text.slice(line + 2, line + 2 + length))
    position = line + 4 + length
  }
}
