import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isFromTrustedProxy, type TrustedProxies } from '#server/platform/http/client-address.ts'

/** An id that a proxy may give. */
const GIVEN = /^[\w.-]{8,128}$/

export interface RequestIds {
  /** Runs the work of a request. Everything that it logs carries the same id. */
  run<Result>(request: IncomingMessage, work: () => Result): Result
  /** Returns the id of the current request; undefined outside of a request. */
  current(): string | undefined
}

/** The request, or its id once something needed it. */
interface Running {
  request: IncomingMessage
  id: string | null
}

/**
 * Gives each request an id: that of the header X-Request-Id if a trusted proxy sent it, otherwise a random one. It is
 * made when something is logged first. A request that logs nothing has none.
 */
export function createRequestIds(trusted: TrustedProxies): RequestIds {
  const storage = new AsyncLocalStorage<Running>()
  return {
    run: (request, work) => storage.run({ request, id: null }, work),
    current() {
      const running = storage.getStore()
      if (!running) return undefined
      running.id ??= givenId(running.request, trusted) ?? randomUUID()
      return running.id
    },
  }
}

function givenId(request: IncomingMessage, trusted: TrustedProxies): string | null {
  const given = request.headers['x-request-id']
  const isUsable = typeof given === 'string' && GIVEN.test(given)
  return isUsable && isFromTrustedProxy(request, trusted) ? given : null
}
