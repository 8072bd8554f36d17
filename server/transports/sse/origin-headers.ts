import { type IncomingMessage, ServerResponse } from 'node:http'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'

const NONE: ConstantHeaders = {}

/**
 * Returns a function that computes the CORS headers for a request that node:http does not answer. The middleware sets them
 * on a response that is never sent.
 */
export function createOriginHeaders(
  crossOrigin: { answers(request: IncomingMessage, response: ServerResponse): boolean },
  { listed }: { listed: readonly string[] },
): (request: IncomingMessage) => ConstantHeaders {
  return (request) => {
    if (listed.length === 0) return NONE
    const response = new ServerResponse(request)
    crossOrigin.answers(request, response)
    return Object.fromEntries(
      response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]),
    )
  }
}
