import { METHODS, STATUSES } from '#server/platform/metrics/instruments.ts'
import type { Metrics, Observe } from '#server/platform/metrics/metrics.ts'

/** Records one answered request. */
type ObserveRequest = (route: string, method: string, status: number, seconds: number) => void

/** Returns a function that records requests. It remembers the histogram of each route, method and status. */
export function createRequestMetrics(metrics: Metrics): ObserveRequest {
  const known = new Map<string, Observe>()
  return (route, method, status, seconds) => {
    const key = `${method}${Math.floor(status / 100)}${route}`
    const observe = known.get(key)
    if (observe) return observe(seconds)
    const labels = { route, method: methodOf(method), status: statusClassOf(status) }
    const created = metrics.histogram('httpRequests', labels)
    if (labels.method !== 'other') known.set(key, created)
    created(seconds)
  }
}

const methodOf = (method: string) => METHODS.find((known) => known === method) ?? 'other'
const statusClassOf = (status: number) => STATUSES[Math.floor(status / 100) - 2] ?? '5xx'
