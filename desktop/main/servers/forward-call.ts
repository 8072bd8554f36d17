import type { Net } from 'electron'
import { PROOF_HEADER } from '#schema/proof.ts'

/** The request headers that are forwarded. The proxy sets the others (cookies, origin, fetch metadata) itself. */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'last-event-id',
  'latitude',
  'longitude',
  'accuracy',
  PROOF_HEADER,
]
const RESPONSE_HEADERS = ['cache-control', 'content-disposition', 'content-type', 'etag', 'retry-after']

interface Target {
  fetch: Net['fetch']
  /** The origin of the server. */
  origin: string
  userAgent: string
}

/**
 * Sends a page's request to the server. `onAnswer` receives the answer, and returns a function to call when either
 * side has ended its body. @throws when the server is unreachable
 */
export async function forwardCall(
  { fetch, origin, userAgent }: Target,
  request: Request,
  onAnswer: (answer: Response) => () => void,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const gone = new AbortController()
  const response = await fetch(`${origin}${pathname}${search}`, {
    method: request.method,
    headers: copied(request.headers, REQUEST_HEADERS, { Origin: origin, 'User-Agent': userAgent }),
    // Bodies are small JSON (64 KiB at most).
    ...(request.body ? { body: await request.arrayBuffer() } : {}),
    credentials: 'include',
    cache: 'no-store',
    // The target of a redirect would appear under our own origin.
    redirect: 'error',
    signal: gone.signal,
    bypassCustomProtocolHandlers: true,
  })
  const headers = copied(response.headers, RESPONSE_HEADERS, { 'X-Content-Type-Options': 'nosniff' })
  const onEnd = onAnswer(response)
  const body = response.body && withEnd(response.body, gone, onEnd)
  return new Response(body, { status: response.status, headers })
}

function copied(from: Headers, names: readonly string[], own: Record<string, string>): Headers {
  const headers = new Headers(own)
  for (const name of names) {
    const value = from.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/**
 * Returns the body for the page. Electron reports only by a cancel of this stream that the page has closed it, and
 * only the request's signal closes the connection to the server.
 */
function withEnd(
  body: ReadableStream<Uint8Array>,
  gone: AbortController,
  end: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        end()
        controller.close()
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    cancel(reason) {
      end()
      gone.abort(reason)
    },
  })
}
