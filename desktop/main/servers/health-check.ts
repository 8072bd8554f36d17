import type { Net } from 'electron'

/** Milliseconds after which the server counts as unreachable. */
const TIMEOUT = 5_000

interface HealthCheckDeps {
  fetch: Net['fetch']
  address(): string
  onResult(isHealthy: boolean): void
}

/** Returns a function that requests the health check of the server. Simultaneous callers share one request. */
export function createHealthCheck({ fetch, address, onResult }: HealthCheckDeps): () => Promise<boolean> {
  let current: { origin: string; result: Promise<boolean> } | null = null

  async function request(origin: string): Promise<boolean> {
    try {
      const { ok } = await fetch(`${origin}/healthz`, {
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
        bypassCustomProtocolHandlers: true,
      })
      onResult(ok)
      return ok
    } catch {
      onResult(false)
      return false
    }
  }

  return () => {
    const origin = address()
    if (current?.origin === origin) return current.result
    const check = { origin, result: request(origin) }
    current = check
    void check.result.then(() => {
      if (current === check) current = null
    })
    return check.result
  }
}
