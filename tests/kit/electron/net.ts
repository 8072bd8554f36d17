import { USER_AGENT } from './parts.ts'

type NetFetch = (
  input: string,
  init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
) => Promise<Response>

/** The cookies of the default session, by the origin that set them. */
export class CookiesDouble {
  private readonly byOrigin = new Map<string, Map<string, string>>()

  header(url: string): string | null {
    const jar = this.byOrigin.get(new URL(url).origin)
    return jar && jar.size > 0 ? [...jar].map(([name, value]) => `${name}=${value}`).join('; ') : null
  }
  store(url: string, headers: Headers) {
    const { origin } = new URL(url)
    const jar = this.byOrigin.get(origin) ?? new Map<string, string>()
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      if (attributes.some((one) => /^\s*max-age=0\s*$/i.test(one))) jar.delete(name.trim())
      else jar.set(name.trim(), value.join('=').trim())
    }
    this.byOrigin.set(origin, jar)
  }
  clear() {
    this.byOrigin.clear()
  }
}

/**
 * Electron's `net.fetch`, as lib/browser/api/net-fetch.ts and the network service do it: cookies travel unless the
 * request omits them, without an origin also where it says `same-origin`; Sec-Fetch headers say how the page that
 * `Origin` names relates to the server; and cancelling a body does not end the connection, only the signal does.
 */
export function createNetFetch(fetch: NetFetch, cookies: CookiesDouble): NetFetch {
  return async (input, init = {}) => {
    const { bypassCustomProtocolHandlers: _, ...rest } = init
    const headers = new Headers(rest.headers)
    const origin = headers.get('origin')
    const { origin: server } = new URL(input)
    const credentials =
      (rest.credentials ?? 'same-origin') === 'same-origin' && origin === null ? 'include' : rest.credentials
    const carriesCookies =
      credentials === 'include' || (credentials !== 'omit' && (origin === null || origin === server))
    const kept = cookies.header(input)
    if (carriesCookies && kept !== null) headers.set('Cookie', kept)
    if (!headers.has('user-agent')) headers.set('User-Agent', USER_AGENT)
    headers.set('Sec-Fetch-Site', relation(origin, server))
    headers.set('Sec-Fetch-Mode', origin === null ? 'no-cors' : 'cors')
    headers.set('Sec-Fetch-Dest', 'empty')
    const response = await fetch(input, { ...rest, headers })
    if (carriesCookies) cookies.store(input, response.headers)
    return endedBySignalOnly(response, rest.signal)
  }
}

function relation(initiator: string | null, server: string): string {
  if (initiator === null) return 'none'
  return initiator === server ? 'same-origin' : 'cross-site'
}

function endedBySignalOnly({ body, status, headers }: Response, signal?: AbortSignal | null): Response {
  if (!body) return new Response(body, { status, headers })
  const reader = body.getReader()
  signal?.addEventListener('abort', () => void reader.cancel(signal.reason).catch(() => undefined))
  const deaf = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(deaf, { status, headers })
}
