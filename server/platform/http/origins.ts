import type { IncomingMessage } from 'node:http'
import type { Config } from '#server/platform/config/config.ts'

/**
 * The origin of the page that made a request: ours, one that the operator listed in ALLOWED_ORIGINS, or another.
 * `unstated` is a client other than a browser, or a URL that a person opened.
 */
export type PageOrigin = 'own' | 'listed' | 'foreign' | 'unstated'

export interface Origins {
  pageOf(request: Pick<IncomingMessage, 'headers'>): PageOrigin
  /** Returns whether pages of this origin are ours or listed, for a request with this Host header. */
  isKnown(origin: string, host: string | undefined): boolean
  /** The origins that may call the API from their pages, with a bearer token. */
  readonly listed: readonly string[]
}

/** `own` are the origins of our pages; `scheme` is that of PUBLIC_URL, under which the Host header counts as ours too. */
export function createOrigins(settings: {
  own: readonly string[]
  listed: readonly string[]
  scheme: 'http:' | 'https:'
}): Origins {
  const own = new Set(settings.own)
  const listed = new Set(settings.listed)
  const isOwn = (origin: string, host: string | undefined) =>
    own.has(origin) || origin === `${settings.scheme}//${host}`
  return {
    listed: settings.listed,
    isKnown: (origin, host) => isOwn(origin, host) || listed.has(origin),
    pageOf({ headers }) {
      const { origin, host } = headers
      if (origin === undefined) return pageByFetchSite(headers['sec-fetch-site'])
      // Browsers set Origin and Host themselves, so a page of another site cannot make them agree.
      if (isOwn(origin, host)) return 'own'
      return listed.has(origin) ? 'listed' : 'foreign'
    },
  }
}

/** Returns the origins of the configuration. */
export const originsOf = (config: Pick<Config, 'ownOrigins' | 'listedOrigins' | 'publicUrl'>): Origins =>
  createOrigins({
    own: config.ownOrigins,
    listed: config.listedOrigins,
    scheme: config.publicUrl.startsWith('https:') ? 'https:' : 'http:',
  })

/** Browsers omit Origin in most GET requests, but send how the two sites relate. */
function pageByFetchSite(site: string | string[] | undefined): PageOrigin {
  if (site === 'same-origin') return 'own'
  return site === undefined || site === 'none' ? 'unstated' : 'foreign'
}
