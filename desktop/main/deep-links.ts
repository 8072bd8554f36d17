import { LINK_SCHEME } from './origin.ts'

/** What a link from elsewhere may lead to: pages that ask for nothing by themselves but what their link carries. */
const PATHS: ReadonlySet<string> = new Set([
  '/',
  '/verify',
  '/password/reset',
  '/reset-password',
  '/password/change-after-reset',
  '/payment/success',
  '/payment/cancel',
])
const LONGEST = 2048

/** `rapport://password/reset?token=…` as a path of the app; null for whatever else was handed to us. */
export function pathOfLink(link: string): string | null {
  if (link.length > LONGEST || !URL.canParse(link)) return null
  const { protocol, host, pathname, searchParams, username, port } = new URL(link)
  if (protocol !== `${LINK_SCHEME}:` || username || port) return null
  const path = `/${host}${pathname}`.replace(/(.)\/+$/, '$1')
  if (!PATHS.has(path)) return null
  const query = searchParams.toString()
  return query ? `${path}?${query}` : path
}

/** The first link among the arguments of a start. */
export const linkAmong = (argv: readonly string[]): string | null =>
  argv.find((one) => one.startsWith(`${LINK_SCHEME}://`)) ?? null
