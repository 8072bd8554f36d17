import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** A request with these headers, as a server receives it. The body is sent in the given pieces. */
export function aRequest(
  headers: IncomingHttpHeaders = {},
  {
    url = '/',
    method = 'GET',
    body = [],
  }: { url?: string; method?: string; body?: readonly Uint8Array[] } = {},
): IncomingMessage {
  const request = new IncomingMessage(new Socket())
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
