import { DESKTOP_LINK_PATHS } from '#schema/desktop.ts'
import { LINK_SCHEME } from './pages/origin.ts'

const MAX_LENGTH = 2048

/** Returns the path of a link such as `rapport://password/reset?token=…`; null for an unsupported link. */
export function pathOfLink(link: string): string | null {
  if (link.length > MAX_LENGTH || !URL.canParse(link)) return null
  const { protocol, host, pathname, searchParams, username, port } = new URL(link)
  if (protocol !== `${LINK_SCHEME}:` || username || port) return null
  const path = `/${host}${pathname}`.replace(/(.)\/+$/, '$1')
  if (!DESKTOP_LINK_PATHS.has(path)) return null
  const query = searchParams.toString()
  return query ? `${path}?${query}` : path
}

/** Returns the first link among the command line arguments; null without one. */
export const linkAmong = (argv: readonly string[]): string | null =>
  argv.find((one) => one.startsWith(`${LINK_SCHEME}://`)) ?? null
