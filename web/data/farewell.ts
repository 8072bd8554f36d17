import { disconnectAddress, type LeftChat, resignAddress, SEARCH_ADDRESS } from './addresses.ts'

const JSON_TYPE = 'application/json'

/** The requests of a page that is being unloaded. None waits for an answer. */
export interface Farewell {
  disconnect(conversationId: string, userId: string): void
  /** `unload`: the page may be reloading, so the conversation ends only after the grace period (spec §7). */
  resign(chat: LeftChat, options: { unload: boolean }): void
  cancelSearch(searchId: string): void
}

export function createFarewell(deps: {
  fetch: typeof fetch
  sendBeacon: Navigator['sendBeacon']
  token(): string | null
}): Farewell {
  return {
    disconnect(conversationId, userId) {
      const body = JSON.stringify({ userId })
      const address = disconnectAddress(conversationId)
      try {
        if (deps.sendBeacon(address, new Blob([body], { type: JSON_TYPE }))) return
      } catch {
        // Beacons only support HTTP; the pages of the desktop app have a custom scheme.
      }
      const headers = { Authorization: `Bearer ${deps.token() ?? ''}`, 'Content-Type': JSON_TYPE }
      deps
        .fetch(address, { method: 'POST', credentials: 'include', keepalive: true, headers, body })
        .catch(() => undefined)
    },
    resign(chat, { unload }) {
      const headers = { Authorization: `Bearer ${deps.token() ?? ''}` }
      deps
        .fetch(resignAddress(chat, unload), { credentials: 'include', keepalive: true, headers })
        .catch(() => undefined)
    },
    // A beacon can only send a POST request.
    cancelSearch(searchId) {
      const headers = { Authorization: `Bearer ${deps.token() ?? ''}`, 'search-id': searchId }
      deps
        .fetch(SEARCH_ADDRESS, { method: 'DELETE', credentials: 'include', keepalive: true, headers })
        .catch(() => undefined)
    },
  }
}
