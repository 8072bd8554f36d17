import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createPublicLookup } from './public-lookup.ts'

/** How long a push service may take to answer, in milliseconds. */
const TIME_LIMIT = 10_000
/** How much of an answer is read, in bytes. Push services answer with a line. */
const MAX_ANSWER = 16_384

export interface ServiceAnswer {
  status: number
  retryAfter: string | undefined
}

export interface ServiceRequest {
  endpoint: string
  headers: Record<string, string | number>
  body: Buffer
}

/**
 * Sends one message to a push service. Follows no redirect. @throws Error when the service has no public address, does not
 * answer in time, or cannot be reached
 */
export function postToService({ endpoint, headers, body }: ServiceRequest): Promise<ServiceAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ServiceAnswer>()
  const isPlain = endpoint.startsWith('http:')
  const request = (isPlain ? requestHttp : requestHttps)(endpoint, {
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(TIME_LIMIT),
    // The tests' own service, which the settings name by its address, is the only one without TLS.
    ...(isPlain ? {} : { lookup: createPublicLookup() }),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    let size = 0
    response.on('data', (part: Buffer) => {
      size += part.length
      if (size > MAX_ANSWER) response.destroy()
    })
    response.on('error', () => undefined)
    resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
  })
  request.end(body)
  return promise
}
