import type { Net } from 'electron'
import { PROOF_HEADER } from '#schema/proof.ts'
import { ROUTES, type Route } from '#schema/routes.ts'

export interface ServerProxy {
  /** Whether this call is one of the contract's; nothing else is handed on. */
  knows(method: string, path: string): boolean
  forward(request: Request): Promise<Response>
  /** Asks the server whether it answers; calls at the same time share one request. */
  reachable(): Promise<boolean>
  /** Whether the live stream is open. */
  connected(): boolean
  /** Whether the server answered when it was last asked for. */
  answers(): boolean
  /** Tells that one of the two is another now. */
  onChange(listener: () => void): void
  /** Resolves once nothing that changes something is under way any more. */
  settled(): Promise<void>
  /** Resolves once the pages that were left have let go of their streams, and all that they still said has been heard. */
  left(): Promise<void>
}

const PATIENCE = 5_000
/** How many tokens are known by the server that they are for; a session has one at a time. */
const REMEMBERED = 100
const LIVE = /^\/subscribe\/[^/]+$/
const calls = Object.values(ROUTES as Record<string, Route>)
  .filter(({ path }) => !path.includes('/webhooks/'))
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

/** What the page's request carries on; the rest (cookies, origin, fetch metadata) is this side's own. */
const PASSED_ON = [
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
const PASSED_BACK = ['cache-control', 'content-disposition', 'content-type', 'etag', 'retry-after']

/**
 * The pages ask their own origin, as in a browser; this hands their calls to the server that is set. So the same build
 * works unchanged, nothing needs CORS, and the session's cookie stays with the server's address.
 */
export function createServerProxy({
  fetch,
  address,
  userAgent,
}: {
  fetch: Net['fetch']
  address(): string
  /** Names the app: the server offers links into it to those who use it. */
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

  /** Counts a stream as open; the returned function tells that it has ended, whichever side ended it. */
  function opened(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    note(() => streams.add(promise))
    return () => {
      note(() => streams.delete(promise))
      resolve()
    }
  }

  /** A session's token belongs to the server that was first shown it: what a page of another's still says goes nowhere. */
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
    for (const name of PASSED_ON) {
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
      // Whatever a redirect led to would stand under our own origin.
      redirect: 'error',
      signal: gone.signal,
      bypassCustomProtocolHandlers: true,
    })
    const back = new Headers({ 'X-Content-Type-Options': 'nosniff' })
    for (const name of PASSED_BACK) {
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
      // To the page this is what a server out of reach always is: a request that failed.
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
 * The body as the page reads it. That the page has let go is told only by a cancel here, and the connection to the
 * server ends only by the request's signal.
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
