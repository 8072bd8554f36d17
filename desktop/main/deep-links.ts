import { DESKTOP_LINK_PATHS } from '#schema/desktop.ts'
import { LINK_SCHEME } from './origin.ts'

const LONGEST = 2048

/** `rapport://password/reset?token=…` as a path of the app; null for whatever else was handed to us. */
export function pathOfLink(link: string): string | null {
  if (link.length > LONGEST || !URL.canParse(link)) return null
  const { protocol, host, pathname, searchParams, username, port } = new URL(link)
  if (protocol !== `${LINK_SCHEME}:` || username || port) return null
  const path = `/${host}${pathname}`.replace(/(.)\/+$/, '$1')
  if (!DESKTOP_LINK_PATHS.has(path)) return null
  const query = searchParams.toString()
  return query ? `${path}?${query}` : path
}

/** The first link among the arguments of a start. */
export const linkAmong = (argv: readonly string[]): string | null =>
  argv.find((one) => one.startsWith(`${LINK_SCHEME}://`)) ?? null
