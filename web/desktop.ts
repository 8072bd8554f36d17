import type { DesktopBridge } from '#schema/desktop.ts'

declare global {
  interface Window {
    /** Set by the preload of the desktop app; absent in a browser. */
    rapportDesktop?: DesktopBridge
  }
}

/** Returns the bridge to the desktop app; null in a browser. */
export const desktop = (): DesktopBridge | null => window.rapportDesktop ?? null

/** Returns the origin of the server. In the desktop app it differs from the origin of the page. */
export async function serverOrigin(): Promise<string> {
  const settings = await desktop()?.readSettings()
  return settings?.serverAddress ?? window.location.origin
}

/** Opens an external page in a tab, or from the desktop app in the system's browser. Returns whether it opened. */
export function openOutside(url: string): boolean {
  const tab = window.open(url, '_blank')
  // The desktop app opens no window and passes an https address to the system.
  return desktop() ? url.startsWith('https:') : tab !== null
}
