import type { Api } from '../../data/api.ts'
import { type Retry, retryUntilDone } from '../retry.ts'
import type { Store } from '../store.ts'

interface ReadMarkDeps {
  api: Api
  conversationId: string
  /** Whether the member looks at the conversation. Messages are marked as read only then. Defaults to always. */
  attention: Store<boolean> | undefined
}

/** Marks a conversation as read, or as received while the member does not look at it. */
export function createReadMark({ api, conversationId, attention }: ReadMarkDeps) {
  let unseen = false
  const options = (signal: AbortSignal) => ({ params: { id: conversationId }, signal })
  const read = createMark('Marking the conversation as read', mark, (signal) =>
    api.call('markRead', options(signal)),
  )
  const delivered = createMark('Marking the conversation as received', mark, (signal) =>
    api.call('markDelivered', options(signal)),
  )

  function mark() {
    unseen = attention?.getState() === false
    if (unseen) delivered()
    else read()
  }

  return {
    markRead: mark,
    stopWatching: attention?.subscribe(() => unseen && mark()) ?? (() => undefined),
  }
}

/** Returns a function that sends one request at a time, retried until it succeeds. Calls during a request lead to `again`. */
function createMark(label: string, again: () => void, request: (signal: AbortSignal) => Promise<unknown>) {
  let marking: Retry | null = null
  let isWantedAgain = false
  return () => {
    isWantedAgain = marking !== null
    if (marking) return
    marking = retryUntilDone(label, request, () => {
      marking = null
      if (isWantedAgain) again()
    })
  }
}
