import { DESKTOP_HOST, DESKTOP_LINK_SCHEME, DESKTOP_ORIGIN, DESKTOP_SCHEME } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'

/** What the pages are served under. */
export const APP_SCHEME = DESKTOP_SCHEME
export const APP_HOST = DESKTOP_HOST
export const APP_ORIGIN = DESKTOP_ORIGIN
/** Where the offline page asks whether the server answers by now. */
export const REACHABLE = '/desktop/reachable'
/** The one page of the find bar. */
export const FIND_BAR_URL = `${APP_ORIGIN}/desktop/find-bar.html`
/** What links from elsewhere open the app with. */
export const LINK_SCHEME = DESKTOP_LINK_SCHEME

/** Whether an address is one of our own pages. `origin` of a URL knows only the web's own schemes. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST
}

/** What Windows groups notifications by; the same as in electron-builder.yml. */
export const APP_ID = `example.${PRODUCT.slug}.desktop`
/** What Windows starts when a notification is used that an earlier run has left. It must not change between versions. */
export const TOAST_ACTIVATOR = '{7d0e5c1b-52a8-4c86-9f0a-3e64b8d1f2a7}'
