import type { Conversation } from '#schema/chat.ts'
import type { LeftChat } from '../../data/addresses.ts'
import type { Api } from '../../data/api.ts'
import { type Retry, retryUntilDone } from '../retry.ts'
import { isWaiting } from './about-conversation.ts'

/** The conversations that the member has left without the server's confirmation so far. */
export interface Resignations {
  /** Resigns from the conversation, and retries until the request succeeds. Resolves after the first attempt. */
  add(conversation: Conversation): Promise<void>
  /** Stops retrying, because the member has opened the conversation again. */
  withdraw(conversationId: string): void
  /** Whether the server offers a conversation again that the member has left. One that was opened since then is another chat. */
  isLeft(conversation: Conversation): boolean
  pending(): LeftChat[]
}

export function createResignations(api: Api): Resignations {
  const retries = new Map<string, { left: LeftChat; retry: Retry }>()

  function withdraw(conversationId: string) {
    retries.get(conversationId)?.retry.stop()
    retries.delete(conversationId)
  }

  return {
    withdraw,
    isLeft({ id, openedAt }) {
      const left = retries.get(id)?.left
      return left !== undefined && !isLater(openedAt, left.openedAt)
    },
    pending: () => [...retries.values()].map(({ left }) => left),
    add(conversation) {
      const { id } = conversation
      withdraw(id)
      // Without the time, the server withdraws the knock of a member who waits.
      const openedAt = isWaiting(conversation) ? undefined : conversation.openedAt
      const query = { resetPartner: 'true', ...(openedAt && { openedAt }) } as const
      const attempt = (signal: AbortSignal) => api.call('resign', { params: { id }, query, signal })
      const retry = retryUntilDone('Leaving the conversation', attempt, () => retries.delete(id))
      retries.set(id, { left: { id, openedAt }, retry })
      return retry.firstAttempt
    },
  }
}

const isLater = (one: Conversation['openedAt'], other: Conversation['openedAt']) =>
  one && other ? Date.parse(one) > Date.parse(other) : false
