import type { Api } from '../../data/api.ts'
import { type Retry, retryUntilDone } from '../retry.ts'

/** The conversations that the member has left and the server may not know of yet. */
export interface Resignations {
  /** Tells the server until it has it. Resolves after the first attempt. */
  add(conversationId: string): Promise<void>
  /** The conversation is open again, so an old resignation must not end it. */
  withdraw(conversationId: string): void
  pending(): string[]
}

export function createResignations(api: Api): Resignations {
  const underWay = new Map<string, Retry>()

  function withdraw(conversationId: string) {
    underWay.get(conversationId)?.stop()
    underWay.delete(conversationId)
  }

  return {
    withdraw,
    pending: () => [...underWay.keys()],
    add(id) {
      withdraw(id)
      const attempt = (signal: AbortSignal) =>
        api.call('resign', { params: { id }, query: { resetPartner: 'true' }, signal })
      const retry = retryUntilDone('Leaving the conversation', attempt, () => underWay.delete(id))
      underWay.set(id, retry)
      return retry.tried
    },
  }
}
