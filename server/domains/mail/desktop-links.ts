import { DESKTOP_HANDOVER } from '#schema/desktop.ts'

/** The second link of a mail, for a member who uses the desktop app. */
export const OPEN_IN_APP = 'Open in the desktop app'

/**
 * Returns the https address of a page that opens a link of this server in the desktop app. Mail programs drop links of
 * schemes that they do not know, so the mail itself cannot carry one. The path is in the fragment: browsers send that to
 * no server, and in no Referer header.
 */
export function desktopLink(link: string): string {
  const { origin, pathname, search } = new URL(link)
  const address = new URL(DESKTOP_HANDOVER, origin)
  address.hash = `${pathname}${search}`
  return address.href
}
