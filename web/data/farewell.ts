import { disconnectAddress, SEARCH_ADDRESS } from './addresses.ts'

/** What a page still says while it goes away. It cannot wait for an answer. */
export interface Farewell {
  disconnect(conversationId: string, userId: string): void
  cancelSearch(): void
}

export function createFarewell(deps: {
  fetch: typeof fetch
  sendBeacon: Navigator['sendBeacon']
  token(): string | null
}): Farewell {
  return {
    disconnect(conversationId, userId) {
      const body = new Blob([JSON.stringify({ userId })], { type: 'application/json' })
      deps.sendBeacon(disconnectAddress(conversationId), body)
    },
    // A beacon can only post.
    cancelSearch() {
      const headers = { Authorization: `Bearer ${deps.token() ?? ''}` }
      deps
        .fetch(SEARCH_ADDRESS, { method: 'DELETE', credentials: 'include', keepalive: true, headers })
        .catch(() => undefined)
    },
  }
}
