import { DESKTOP_HANDOVER } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import { escapeHtml } from '#server/platform/html.ts'
import type { MailMessage } from './mail.ts'
import type { Reader } from './reader.ts'

/** The label of a mail's second link, for members who use the desktop app. */
const OPEN_IN_APP = text('Open in the desktop app')

export type MailText = Omit<MailMessage, 'to'>

/** Returns a mail as HTML. One column, system fonts and no images look the same in all mail programs. */
export function layout({
  reader: { language, direction, say },
  title,
  paragraphs,
  code,
  button,
  desktop = false,
  aside,
}: {
  reader: Reader
  title: string
  paragraphs: string[]
  code?: string
  button: { label: string; link: string }
  /** Whether the mail also offers to open the button's link in the desktop app. */
  desktop?: boolean
  /** Small print at the end. */
  aside?: { text: string; label: string; link: string }
}) {
  const body = paragraphs.map((one) => `<p style="margin:0 0 16px">${escapeHtml(one)}</p>`).join('')
  const link = escapeHtml(button.link)
  const typed = code
    ? `<p style="margin:0 0 16px;font:600 24px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px">${escapeHtml(code)}</p>`
    : ''
  const inApp = desktop
    ? `<p style="margin:16px 0 0"><a href="${escapeHtml(desktopLink(button.link))}" style="color:#00565b">${escapeHtml(say(OPEN_IN_APP))}</a></p>`
    : ''
  const end = aside
    ? `<p style="margin:16px 0 0;color:#6d5c64;font-size:13px">${escapeHtml(aside.text)} <a href="${escapeHtml(aside.link)}" style="color:#00565b">${escapeHtml(aside.label)}</a></p>`
    : ''
  return `<!doctype html><html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}><body style="margin:0;background:#f6f0eb;padding:32px 16px;font:16px/1.5 Figtree,'Segoe UI',system-ui,sans-serif;color:#2d1e28">
<div style="max-width:480px;margin:0 auto;background:#fffdfb;border-radius:28px;padding:32px">
<p style="margin:0 0 24px;font:20px/1 Georgia,serif"><span style="color:#00565b">&#9679;</span><span style="color:#f47d43;margin-left:-6px">&#9679;</span> ${escapeHtml(PRODUCT.name)}</p>
<h1 style="margin:0 0 16px;font:400 28px/1.15 Georgia,serif">${escapeHtml(title)}</h1>${body}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;background:#00565b;color:#f2fbfa;text-decoration:none;font-weight:600;border-radius:999px;padding:12px 24px">${escapeHtml(button.label)}</a></p>${typed}
<p style="margin:0;color:#6d5c64;font-size:13px;overflow-wrap:anywhere">${escapeHtml(say(text('Or open this address:')))} <a href="${link}" style="color:#00565b">${link}</a></p>${inApp}${end}
</div></body></html>`
}

/** Returns a mail's link for its plain text, followed by the link that opens the desktop app. */
export const linkLines = ({ say }: Reader, link: string, desktop: boolean): string =>
  desktop ? `${link}\n\n${say(OPEN_IN_APP)}: ${desktopLink(link)}` : link

/**
 * Returns the https address of a page that opens a link of this server in the desktop app. Mails cannot contain the app's
 * own scheme, because mail programs remove unknown schemes. Browsers send the fragment, which holds the path, to no server.
 */
function desktopLink(link: string): string {
  const { origin, pathname, search } = new URL(link)
  const address = new URL(DESKTOP_HANDOVER, origin)
  address.hash = `${pathname}${search}`
  return address.href
}
