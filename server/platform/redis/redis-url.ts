/** The host and the port of a server. */
export interface RedisAddress {
  host: string
  port: number
}

/** How the server presents itself to Redis, and whether connections are encrypted. */
export interface RedisAccess {
  username?: string
  password?: string
  tls?: Record<string, never>
}

/** What REDIS_URL names. */
export type RedisTarget =
  | { kind: 'server'; url: string }
  | { kind: 'cluster'; nodes: RedisAddress[]; access: RedisAccess }
  | {
      kind: 'sentinel'
      sentinels: RedisAddress[]
      /** The name under which the sentinels watch the primary. */
      name: string
      db: number
      access: RedisAccess
      sentinelPassword: string | null
    }

/** A value of REDIS_URL that cannot be used. The message never repeats the value, which may contain a password. */
export class RedisUrlError extends Error {
  override readonly name = 'RedisUrlError'
}

const FORMS = 'expected redis://…, redis+cluster://… or redis+sentinel://…'
const SEVERAL = /^(rediss?)\+(cluster|sentinel):\/\/(?:([^@/]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?(.*))?$/
const ADDRESS = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i
const DEFAULT_PORTS = { cluster: 6379, sentinel: 26_379 }
const MAX_PORT = 65_535

/** Reads REDIS_URL. @throws RedisUrlError */
export function parseRedisUrl(value: string): RedisTarget {
  const [, scheme, kind, user = '', hosts = '', path = '', query = ''] = SEVERAL.exec(value) ?? []
  if (kind !== 'cluster' && kind !== 'sentinel') return parseServer(value)
  const addresses = hosts.split(',').map((host) => parseAddress(host, DEFAULT_PORTS[kind]))
  const access = { ...parseUser(user), ...(scheme === 'rediss' ? { tls: {} } : {}) }
  if (kind === 'cluster') {
    if (path !== '' && path !== '0') throw new RedisUrlError('a Redis Cluster has database 0 only')
    return { kind, nodes: addresses, access }
  }
  const [name = '', db = '0'] = path.split('/')
  if (name === '')
    throw new RedisUrlError('expected the name of the primary behind the sentinels, such as …/mymaster')
  if (!/^\d+$/.test(db)) throw new RedisUrlError('expected the number of a database behind the name')
  const sentinelPassword = new URLSearchParams(query).get('sentinelPassword')
  return { kind, sentinels: addresses, name: decode(name), db: Number(db), access, sentinelPassword }
}

function parseServer(value: string): RedisTarget {
  if (/^rediss?:\/\/[^/]*,/.test(value))
    throw new RedisUrlError('several addresses need redis+cluster://… or redis+sentinel://…')
  if (!/^rediss?:\/\//.test(value) || !URL.canParse(value)) throw new RedisUrlError(FORMS)
  return { kind: 'server', url: value }
}

function parseAddress(text: string, defaultPort: number): RedisAddress {
  const [, host = '', port = String(defaultPort)] = ADDRESS.exec(text) ?? []
  if (host === '' || Number(port) > MAX_PORT)
    throw new RedisUrlError('expected addresses with ports, separated by commas, such as a:7000,b:7001')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function parseUser(text: string): RedisAccess {
  const [username = '', ...rest] = text.split(':')
  return {
    ...(username ? { username: decode(username) } : {}),
    ...(rest.length > 0 ? { password: decode(rest.join(':')) } : {}),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new RedisUrlError('expected special characters of names and passwords as %XX')
  }
}

/** Returns the addresses of REDIS_URL for messages, without passwords. */
export function addressesOf(target: RedisTarget): string {
  if (target.kind === 'server') return new URL(target.url).host
  const addresses = target.kind === 'cluster' ? target.nodes : target.sentinels
  return addresses.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ')
}
