import { NetworkOnly, PrecacheFallbackPlugin, type RouteHandlerCallback, type Serwist } from 'serwist'
import { PAGES } from '#schema/pages.ts'
import { readLocalizedPath } from '#schema/read-localized-path.ts'
import type { WorkerFiles } from './worker-files.ts'

/** Seconds after which a page opens from what is kept: a phone may have a network without an answer. */
const PATIENCE = 4

const PATHS: ReadonlySet<string> = new Set(PAGES)

const isPage = ({ url }: Request) => PATHS.has(readLocalizedPath(new URL(url).pathname).page)

/**
 * Returns what opens a page: the network, which has the newest version; without it the kept app, or else the page that says
 * why.
 */
export function openPages(serwist: Serwist, { shell, offline }: WorkerFiles): RouteHandlerCallback {
  const plugins = [
    new PrecacheFallbackPlugin({
      serwist,
      fallbackUrls: [
        { url: shell.url, matcher: ({ request }) => isPage(request) },
        { url: offline.url, matcher: () => true },
      ],
    }),
  ]
  const patient = new NetworkOnly({ plugins })
  const hasty = new NetworkOnly({ plugins, networkTimeoutSeconds: PATIENCE })
  return async (options) => {
    const isKept = isPage(options.request) && (await serwist.matchPrecache(shell.url))
    return (isKept ? hasty : patient).handle(options)
  }
}
