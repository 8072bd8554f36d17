import type { Net } from 'electron'
import { ROUTES, type Route } from '#schema/routes.ts'
import { forwardCall } from './forward-call.ts'
import { createHealthCheck } from './health-check.ts'
import { createServerState } from './server-state.ts'
import { createTokenOwners } from './token-owners.ts'

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

const LIVE = /^\/subscribe\/[^/]+$/
const calls = Object.values(ROUTES as Record<string, Route>)
  .filter(({ path }) => !path.includes('/webhooks/'))
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

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
  const state = createServerState()
  const isTokenFor = createTokenOwners()
  const changes = new Set<Promise<unknown>>()
  const settled = async () => void (await Promise.all(changes))

  async function send(request: Request): Promise<Response> {
    const origin = address()
    const authorization = request.headers.get('authorization')
    if (authorization !== null && !isTokenFor(origin, authorization)) return Response.error()
    return forwardCall({ fetch, origin, userAgent }, request, ({ ok, body }) => {
      state.setAnswered(true)
      const isStream = ok && body !== null && LIVE.test(new URL(request.url).pathname)
      return isStream ? state.streamOpened() : () => undefined
    })
  }

  return {
    knows: (method, path) =>
      (method === 'GET' && LIVE.test(path)) ||
      (method === 'POST' && path === '/graphql') ||
      calls.some((call) => call.method === method && call.pattern.test(path)),

    async forward(request) {
      const answer = send(request)
      if (request.method !== 'GET') {
        const done = answer.catch(() => undefined).finally(() => changes.delete(done))
        changes.add(done)
      }
      // The page sees a failed request, as for any unreachable server.
      return answer.catch(() => Response.error())
    },

    reachable: createHealthCheck({ fetch, address, onResult: state.setAnswered }),
    connected: state.connected,
    answers: state.answers,
    onChange: state.onChange,
    settled,
    async left() {
      await state.streamsClosed()
      await settled()
    },
  }
}
