import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Half of what node:http accepts. In bytes. */
const MAX_HEAD = 8 * 1024
const MAX_HEADERS = 50
const START = 'GET /subscribe/'
const END = '\r\n\r\n'

const REQUEST_LINE = /^GET (\/subscribe\/[\w.~%-]+(?:\?[\w.~%=&+-]*)?) HTTP\/1\.1$/
/** A name without the rarer characters of a token, and a value in printable ASCII without spaces around it. */
const HEADER = /^([A-Za-z0-9-]+):[ \t]*((?:[!-~](?:[\t -~]*[!-~])?)?)[ \t]*$/
const CONNECTION = /^(keep-alive|close)$/i
/** Headers that announce a body, another protocol or a conversation before the response. */
const UNUSUAL = ['content-length', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect', 'set-cookie']

/**
 * Parses the head of a stream request that arrived whole, alone and in its plainest form. Returns null for everything
 * else: node:http then decides what it is, so no request is understood in two ways.
 */
export function parseStreamRequest(bytes: Buffer, socket: Socket): IncomingMessage | null {
  if (bytes.length > MAX_HEAD || bytes.toString('latin1', 0, START.length) !== START) return null
  const text = bytes.toString('latin1')
  if (text.indexOf(END) !== text.length - END.length) return null
  const [requestLine = '', ...lines] = text.slice(0, -END.length).split('\r\n')
  const url = REQUEST_LINE.exec(requestLine)?.[1]
  const headers = lines.length <= MAX_HEADERS ? parseHeaders(lines) : null
  if (url === undefined || headers === null || !isUsual(headers)) return null
  const request = new IncomingMessage(socket)
  request.method = 'GET'
  request.url = url
  request.headers = headers
  return request
}

/** Returns null for a line that is not a plain header, and for a header that is repeated. */
function parseHeaders(lines: readonly string[]): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {}
  for (const line of lines) {
    const [, given = '', value] = HEADER.exec(line) ?? []
    const name = given.toLowerCase()
    if (value === undefined || Object.hasOwn(headers, name)) return null
    headers[name] = value
  }
  return headers
}

const isUsual = (headers: IncomingHttpHeaders) =>
  Boolean(headers.host) &&
  CONNECTION.test(headers.connection ?? 'close') &&
  !UNUSUAL.some((name) => Object.hasOwn(headers, name))
