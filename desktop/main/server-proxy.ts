import type { Net } from 'electron'
import { PROOF_HEADER } from '#schema/proof.ts'
import { ROUTES, type Route } from '#schema/routes.ts'

export interface ServerProxy {
  /** Returns whether a call belongs to the contract. No other call is forwarded. */
  knows(method: string, path: string): boolean
  forward(request: Request): Promise<Response>
  /** Requests the health check. Simultaneous callers share one request. */
  reachable(): Promise<boolean>
  /** Whether the live stream is open. */
  connected(): boolean
  /** Whether the last health check succeeded, or the server has answered a call since. */
  answers(): boolean
  /** Calls the listener when `connected` or `answers` has changed. */
  onChange(listener: () => void): void
  /** Resolves once all calls that change data have ended. */
  settled(): Promise<void>
  /** Resolves once all streams are closed and all calls that change data have ended. */
  left(): Promise<void>
}

const PATIENCE = 5_000
/** How many tokens are remembered with their server. A session has one token at a time. */
const REMEMBERED = 100
const LIVE = /^\/subscribe\/[^/]+$/
const calls = Object.values(ROUTES as Record<string, Route>)
  .filter(({ path }) => !path.includes('/webhooks/'))
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

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

/**
 * Forwards the calls of the pages to the configured server. The pages call their own origin, as in a browser: the
 * build works unchanged, needs no CORS, and the session cookie stays with the server's address.
 */
export function createServerProxy({
  fetch,
  address,
  userAgent,
}: {
  fetch: Net['fetch']
  address(): string
  /** Identifies the app: the server offers its members links that open the app. */
  userAgent: string
}): ServerProxy {
  const listeners: (() => void)[] = []
  const underWay = new Set<Promise<unknown>>()
  const streams = new Set<Promise<void>>()
  const owners = new Map<string, string>()
  let answered = true

  function note(change: () => void) {
    const before = [streams.size > 0, answered].join()
    change()
    if (before !== [streams.size > 0, answered].join()) for (const listener of listeners) listener()
  }
  const noteAnswer = (now: boolean) =>
    note(() => {
      answered = now
    })

  /** Counts a stream as open. Returns a function to call when either side has ended it. */
  function opened(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    note(() => streams.add(promise))
    return () => {
      note(() => streams.delete(promise))
      resolve()
    }
  }

  /**
   * Returns whether a token belongs to this server: the first one that received it. Late calls of another server's
   * page fail.
   */
  function isFor(origin: string, authorization: string): boolean {
    const owner = owners.get(authorization) ?? origin
    owners.set(authorization, owner)
    for (const oldest of owners.keys()) {
      if (owners.size <= REMEMBERED) break
      owners.delete(oldest)
    }
    return owner === origin
  }

  async function ask(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const origin = address()
    const authorization = request.headers.get('authorization')
    if (authorization !== null && !isFor(origin, authorization)) return Response.error()
    const headers = new Headers({ Origin: origin, 'User-Agent': userAgent })
    for (const name of REQUEST_HEADERS) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const gone = new AbortController()
    const response = await fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers,
      // Bodies are small JSON (64 KiB at most).
      ...(request.body ? { body: await request.arrayBuffer() } : {}),
      credentials: 'include',
      cache: 'no-store',
      // The target of a redirect would appear under our own origin.
      redirect: 'error',
      signal: gone.signal,
      bypassCustomProtocolHandlers: true,
    })
    const back = new Headers({ 'X-Content-Type-Options': 'nosniff' })
    for (const name of RESPONSE_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) back.set(name, value)
    }
    const live = LIVE.test(pathname) && response.ok
    noteAnswer(true)
    const body = response.body && passedOn(response.body, gone, live ? opened() : () => undefined)
    return new Response(body, { status: response.status, headers: back })
  }

  let checking: { origin: string; answer: Promise<boolean> } | null = null

  async function checkHealth(origin: string): Promise<boolean> {
    try {
      const { ok } = await fetch(`${origin}/healthz`, {
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
        bypassCustomProtocolHandlers: true,
      })
      noteAnswer(ok)
      return ok
    } catch {
      noteAnswer(false)
      return false
    }
  }

  const settled = async () => void (await Promise.all(underWay))

  return {
    knows: (method, path) =>
      (method === 'GET' && LIVE.test(path)) ||
      (method === 'POST' && path === '/graphql') ||
      calls.some((call) => call.method === method && call.pattern.test(path)),

    async forward(request) {
      const asked = ask(request)
      if (request.method !== 'GET') {
        const done = asked.catch(() => undefined).finally(() => underWay.delete(done))
        underWay.add(done)
      }
      // The page sees a failed request, as for any unreachable server.
      return asked.catch(() => Response.error())
    },

    reachable() {
      const origin = address()
      if (checking?.origin === origin) return checking.answer
      const check = { origin, answer: checkHealth(origin) }
      checking = check
      void check.answer.then(() => {
        if (checking === check) checking = null
      })
      return check.answer
    },

    connected: () => streams.size > 0,
    answers: () => answered,
    onChange: (listener) => void listeners.push(listener),
    settled,
    async left() {
      await Promise.all(streams)
      await settled()
    },
  }
}

/**
 * Returns the body for the page. Electron reports only by a cancel of this stream that the page has closed it, and
 * only the request's signal closes the connection to the server.
 */
function passedOn(
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
