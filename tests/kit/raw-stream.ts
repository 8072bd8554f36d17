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
  let rest = ''
  socket.on('data', (chunk: string) => {
    text += chunk
    rest += chunk
    rest = feedChunks(rest, (data) => parser.feed(data))
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
 * Removes whole chunks of the chunked encoding from the front. The tests send ASCII, where a length in bytes is one
 * in characters.
 */
function feedChunks(text: string, feed: (data: string) => void): string {
  const head = text.indexOf('\r\n\r\n')
  let position = text.startsWith('HTTP/') ? (head < 0 ? -1 : head + 4) : 0
  if (position < 0) return text
  for (;;) {
    const line = text.indexOf('\r\n', position)
    const length = line < 0 ? Number.NaN : Number.parseInt(text.slice(position, line), 16)
    if (Number.isNaN(length) || text.length < line + 4 + length) return text.slice(position)
    feed(text.slice(line + 2, line + 2 + length))
    position = line + 4 + length
  }
}
