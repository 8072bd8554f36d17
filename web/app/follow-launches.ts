/** The browser's queue of starts of the installed app. Few browsers have it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void
}

/**
 * Opens the page of a shortcut in this window, to which the browser brings the member (`launch_handler` of the manifest). The icon
 * leaves the page as it is.
 */
export function followLaunches(window: Pick<Window, 'location'>): void {
  if (!hasLaunches(window)) return
  const { location, launchQueue } = window
  launchQueue.setConsumer(({ targetURL }) => {
    if (!targetURL) return
    const { origin, pathname } = new URL(targetURL)
    if (origin === location.origin && pathname !== '/' && pathname !== location.pathname)
      location.assign(pathname)
  })
}

const hasLaunches = <Window extends object>(
  window: Window,
): window is Window & { launchQueue: LaunchQueue } => 'launchQueue' in window
