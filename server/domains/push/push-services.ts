import { isIP } from 'node:net'
import type { PushServiceName } from '#server/platform/metrics/instruments.ts'

const NAMES: readonly [RegExp, PushServiceName][] = [
  [/(^|\.)googleapis\.com$/, 'google'],
  [/(^|\.)push\.services\.mozilla\.com$/, 'mozilla'],
  [/(^|\.)push\.apple\.com$/, 'apple'],
  [/(^|\.)notify\.windows\.com$/, 'microsoft'],
]

/**
 * Returns the name of the push service that an endpoint leads to; null when the server must not call it. A member names
 * the endpoint, so it could lead into our own network: it must be https on the default port, without a user, at a host
 * that the operator allows by name. An entry with `http://` allows exactly this origin, for tests.
 */
export function pushServiceOf(endpoint: string, allowed: readonly string[]): PushServiceName | null {
  if (!URL.canParse(endpoint)) return null
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
  if (username || password) return null
  if (protocol === 'http:') return allowed.includes(origin) ? 'other' : null
  if (protocol !== 'https:' || port !== '' || isIP(hostname.replace(/^\[(.*)\]$/, '$1'))) return null
  if (!allowed.some((entry) => hostMatches(hostname, entry))) return null
  return NAMES.find(([pattern]) => pattern.test(hostname))?.[1] ?? 'other'
}

const hostMatches = (hostname: string, entry: string) =>
  entry.startsWith('*.')
    ? hostname.endsWith(entry.slice(1)) && hostname.length > entry.length - 1
    : hostname === entry
