import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** A request with these headers, as a server receives it, with the body in the given pieces. */
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
  const pieces = [...body]
  request._read = () => {
    setImmediate(() => request.push(pieces.shift() ?? null))
  }
  return request
}
