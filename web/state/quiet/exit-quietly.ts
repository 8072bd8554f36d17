import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { WorkerMessage } from '../../worker/worker-messages.ts'
import { leaveQuietly } from './leave-quietly.ts'

export interface ExitQuietlyDeps {
  window: Pick<Window, 'document' | 'location'> & {
    readonly navigator: {
      readonly serviceWorker?: { readonly controller: Pick<ServiceWorker, 'postMessage'> | null }
      clearAppBadge?(): Promise<void>
    }
  }
  storage: Pick<PageStorage, 'setItem'>
  /** The desktop app, which hides its window instead; null in a browser. */
  desktop: { hideQuietly(): void } | null
}

/**
 * Hides the app in all tabs of this browser until it is opened again: each shows the neutral page, and notifications and the
 * badge are gone. The session, drafts and unsent messages stay.
 */
export function exitQuietly({ window, storage, desktop }: ExitQuietlyDeps): void {
  if (desktop) {
    desktop.hideQuietly()
    return
  }
  const { navigator } = window
  // The other tabs leave when they hear of it: stay-quiet.ts.
  storage.setItem(STORAGE_KEYS.quietExit, 'on')
  const message: WorkerMessage = { type: 'go-quiet' }
  navigator.serviceWorker?.controller?.postMessage(message)
  void navigator.clearAppBadge?.().catch(() => undefined)
  leaveQuietly(window)
}
