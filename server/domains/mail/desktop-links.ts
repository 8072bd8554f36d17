import { DESKTOP_HANDOVER } from '#schema/desktop.ts'
import { text } from '#schema/translatable.ts'

/** The label of a mail's second link, for members who use the desktop app. */
export const OPEN_IN_APP = text('Open in the desktop app')

/**
 * Returns the https address of a page that opens a link of this server in the desktop app. Mails cannot contain the app's
 * own scheme, because mail programs remove unknown schemes. Browsers send the fragment, which holds the path, to no server.
 */
export function desktopLink(link: string): string {
  const { origin, pathname, search } = new URL(link)
  const address = new URL(DESKTOP_HANDOVER, origin)
  address.hash = `${pathname}${search}`
  return address.href
}
