import { createStore, type WritableStore } from '../store.ts'

/** The browser's offer to install the app; null while it makes none. */
export type InstallEvent = WritableStore<Event | null>

/**
 * Holds the browser's offer to install the app (`beforeinstallprompt`) until the member asks for it. The browser sends it
 * soon after the page has loaded, so this must listen by then.
 */
export function holdInstallEvent(window: Pick<Window, 'addEventListener'>): InstallEvent {
  const held: InstallEvent = createStore<Event | null>(null)
  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this, Chrome on Android shows a banner of its own.
    event.preventDefault()
    held.setState(event)
  })
  window.addEventListener('appinstalled', () => held.setState(null))
  return held
}
