import type { Api } from '../../data/api.ts'
import { type Retry, retryUntilDone } from '../retry.ts'
import type { Store } from '../store.ts'

interface ReadMarkDeps {
  api: Api
  conversationId: string
  /** Whether the member looks at the conversation. Messages are marked as read only then. Defaults to always. */
  attention: Store<boolean> | undefined
}

/** Marks a conversation as read: one request at a time, retried until one succeeds. */
export function createReadMark({ api, conversationId, attention }: ReadMarkDeps) {
  let marking: Retry | null = null
  let markAgain = false
  let unseen = false

  function markRead() {
    unseen = attention?.getState() === false
    if (unseen) return
    markAgain = marking !== null
    if (marking) return
    marking = retryUntilDone(
      'Marking the conversation as read',
      (signal) => api.call('markRead', { params: { id: conversationId }, signal }),
      () => {
        marking = null
        if (markAgain) markRead()
      },
    )
  }

  return { markRead, stopWatching: attention?.subscribe(() => unseen && markRead()) ?? (() => undefined) }
}
