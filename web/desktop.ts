import type { DesktopBridge } from '#schema/desktop.ts'

declare global {
  interface Window {
    /** Only in the desktop app, put there by its preload. */
    rapportDesktop?: DesktopBridge
  }
}

/** The desktop app around this page; null in a browser. */
export const desktop = (): DesktopBridge | null => window.rapportDesktop ?? null

/** Where the server is that this page's calls reach. In the desktop app the page's own origin is not its address. */
export async function serverOrigin(): Promise<string> {
  const settings = await desktop()?.readSettings()
  return settings?.serverAddress ?? window.location.origin
}

/** Opens a page of somebody else's: in a tab, or from the app in the system's browser. Whether it could be opened. */
export function openOutside(url: string): boolean {
  const tab = window.open(url, '_blank')
  // The app refuses the window and hands an https address on.
  return desktop() ? url.startsWith('https:') : tab !== null
}
