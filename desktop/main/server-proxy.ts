import type { Net } from 'electron'
import { PROOF_HEADER } from '#schema/proof.ts'
import { ROUTES, type Route } from '#schema/routes.ts'

export interface ServerProxy {
  /** Whether this call is one of the contract's; nothing else is handed on. */
  knows(method: string, path: string): boolean
  forward(request: Request): Promise<Response>
  reachable(): Promise<boolean>
  /** Whether the live stream is open. */
  connected(): boolean
  /** Whether the server answered when it was last asked for. */
  answers(): boolean
  /** Tells that one of the two is another now. */
  onChange(listener: () => void): void
  /** Resolves once nothing that changes something is under way any more. */
  settled(): Promise<void>
}

const PATIENCE = 5_000
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
}: {
  fetch: Net['fetch']
  address(): string
}): ServerProxy {
  const listeners: (() => void)[] = []
  const underWay = new Set<Promise<unknown>>()
  let streams = 0
  let answered = true

  function note(change: () => void) {
    const before = [streams > 0, answered].join()
    change()
    if (before !== [streams > 0, answered].join()) for (const listener of listeners) listener()
  }
  const count = (change: 1 | -1) =>
    note(() => {
      streams += change
    })
  const noteAnswer = (now: boolean) =>
    note(() => {
      answered = now
    })

  /** Tells when the stream ends, whichever side ends it. */
  function watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    let open = true
    const end = () => {
      if (open) count(-1)
      open = false
    }
    count(1)
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
      async cancel(reason) {
        end()
        await reader.cancel(reason)
      },
    })
  }

  async function ask(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const origin = address()
    const headers = new Headers({ Origin: origin })
    for (const name of PASSED_ON) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const response = await fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers,
      // Bodies are small JSON (64 KiB at most).
      ...(request.body ? { body: await request.arrayBuffer() } : {}),
      credentials: 'include',
      cache: 'no-store',
      // Whatever a redirect led to would stand under our own origin.
      redirect: 'error',
      signal: request.signal,
      bypassCustomProtocolHandlers: true,
    })
    const back = new Headers({ 'X-Content-Type-Options': 'nosniff' })
    for (const name of PASSED_BACK) {
      const value = response.headers.get(name)
      if (value !== null) back.set(name, value)
    }
    const live = LIVE.test(pathname) && response.ok
    noteAnswer(true)
    const body = response.body && live ? watched(response.body) : response.body
    return new Response(body, { status: response.status, headers: back })
  }

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

    async reachable() {
      try {
        const { ok } = await fetch(`${address()}/healthz`, {
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
    },

    connected: () => streams > 0,
    answers: () => answered,
    onChange: (listener) => void listeners.push(listener),
    async settled() {
      await Promise.all(underWay)
    },
  }
}
