import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

interface RequestOptions {
  url?: string
  method?: string
  body?: readonly Uint8Array[]
  /** Undefined when the socket has closed. */
  peer?: string | undefined
}

/** A request with these headers, as a server receives it: over a socket from `peer`, with the body in pieces. */
export function aRequest(
  headers: IncomingHttpHeaders = {},
  { url = '/', method = 'GET', body = [], peer }: RequestOptions = {},
): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  Object.assign(request.headers, headers)
  request.url = url
  request.method = method
  const pieces = [...body, null]
  // As the parser does, which pushes what arrives without being asked for more.
  function push() {
    request.push(pieces.shift() ?? null)
    if (pieces.length > 0) setImmediate(push)
  }
  setImmediate(push)
  request._read = () => undefined
  return request
}
