import type { Api } from '../../data/api.ts'
import { type Retry, retryUntilDone } from '../retry.ts'

/** The conversations that the member has left without the server's confirmation so far. */
export interface Resignations {
  /** Resigns from the conversation, and retries until the request succeeds. Resolves after the first attempt. */
  add(conversationId: string): Promise<void>
  /** Stops retrying, because the member has opened the conversation again. */
  withdraw(conversationId: string): void
  pending(): string[]
}

export function createResignations(api: Api): Resignations {
  const retries = new Map<string, Retry>()

  function withdraw(conversationId: string) {
    retries.get(conversationId)?.stop()
    retries.delete(conversationId)
  }

  return {
    withdraw,
    pending: () => [...retries.keys()],
    add(id) {
      withdraw(id)
      const attempt = (signal: AbortSignal) =>
        api.call('resign', { params: { id }, query: { resetPartner: 'true' }, signal })
      const retry = retryUntilDone('Leaving the conversation', attempt, () => retries.delete(id))
      retries.set(id, retry)
      return retry.firstAttempt
    },
  }
}
