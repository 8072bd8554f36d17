/** The display modes of an installed app. A page in full screen may be a tab. */
const MODES = ['standalone', 'minimal-ui', 'window-controls-overlay']

/** The parts of the window that tell whether the app is installed. */
export interface InstalledWindow {
  matchMedia(query: string): { readonly matches: boolean }
  /** `standalone` is set on iPhones and iPads. */
  readonly navigator: { readonly standalone?: unknown }
  /** The bridge of the desktop app. */
  readonly rapportDesktop?: object
}

/** Whether this page runs in the installed app or in the desktop app. */
export const isInstalled = (window: InstalledWindow): boolean =>
  window.rapportDesktop !== undefined ||
  window.navigator.standalone === true ||
  MODES.some((mode) => window.matchMedia(`(display-mode: ${mode})`).matches)
