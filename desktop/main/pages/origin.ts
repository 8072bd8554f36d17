import { DESKTOP_HOST, DESKTOP_LINK_SCHEME, DESKTOP_ORIGIN, DESKTOP_SCHEME } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'

/** The origin of the app's pages. */
export const APP_SCHEME = DESKTOP_SCHEME
export const APP_HOST = DESKTOP_HOST
export const APP_ORIGIN = DESKTOP_ORIGIN
/** The path at which the offline page asks whether the server answers. */
export const REACHABLE = '/desktop/reachable'
/** The page of the find bar. */
export const FIND_BAR_URL = `${APP_ORIGIN}/desktop/find-bar.html`
/** The scheme of links that open the app. */
export const LINK_SCHEME = DESKTOP_LINK_SCHEME

/** Returns whether an address is one of our own pages. `URL.origin` does not support custom schemes. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST
}

/** The id by which Windows groups notifications; the same as in electron-builder.yml. */
export const APP_ID = `example.${PRODUCT.slug}.desktop`
/**
 * The class id that Windows starts when a notification of an earlier run is used. It must not change between
 * versions.
 */
export const TOAST_ACTIVATOR = '{7d0e5c1b-52a8-4c86-9f0a-3e64b8d1f2a7}'
