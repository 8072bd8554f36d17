import type { BrowserWindow, WebContents } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from '../electron.ts'
import { isOurs } from './origin.ts'

/** The permissions that our own pages may request. All others, and all other pages, are refused. */
const PERMISSIONS: ReadonlySet<string> = new Set([
  'geolocation',
  'notifications',
  'clipboard-sanitized-write',
])

/** Opens an https address, or a mail to our support, outside the app. Any other scheme could start a program. */
export function openOutside(shell: Pick<ElectronModule['shell'], 'openExternal'>, address: string) {
  if (!URL.canParse(address)) return
  const url = new URL(address)
  const web = url.protocol === 'https:' && !url.username && !url.password
  if (!web && !isMailToUs(url)) return
  shell.openExternal(url.href).catch(() => undefined)
}

const MAIL_PARTS: ReadonlySet<string> = new Set(['subject', 'body'])
const isMailToUs = ({ protocol, pathname, searchParams }: URL) =>
  protocol === 'mailto:' &&
  pathname === PRODUCT.supportEmail &&
  [...searchParams.keys()].every((name) => MAIL_PARTS.has(name))

/** Restricts a page: it may navigate only to our pages, open no windows and embed nothing. */
export function guardContents(contents: WebContents, shell: ElectronModule['shell']) {
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && isOurs(event.url)) return
    event.preventDefault()
    if (event.isMainFrame) openOutside(shell, event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(shell, url)
    return { action: 'deny' }
  })
}

export function guardPermissions(session: Electron.Session) {
  const allows = (permission: string, origin: string) => PERMISSIONS.has(permission) && isOurs(origin)
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isMainFrame && allows(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => allows(permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}

/** Returns whether a message comes from our own page in the main frame of the window. */
export function isFromOurPage(
  event: { sender: WebContents; senderFrame: Electron.WebFrameMain | null },
  window: BrowserWindow,
): boolean {
  const { sender, senderFrame } = event
  return (
    senderFrame !== null &&
    sender === window.webContents &&
    senderFrame.parent === null &&
    isOurs(senderFrame.url) &&
    isOurs(senderFrame.origin)
  )
}
