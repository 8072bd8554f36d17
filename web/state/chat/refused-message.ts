import { t } from '@lingui/core/macro'
import { ApiFailure } from '../../data/failure.ts'
import type { ShownMessage } from './messages.ts'

/**
 * Returns a refused message as it is shown from now on. `newKey` makes the key of a retry whose own key belongs to another
 * message.
 */
export function refusedMessage(message: ShownMessage, error: unknown, newKey: () => string): ShownMessage {
  const failure = error instanceof ApiFailure ? error : null
  switch (failure?.code) {
    case 'CONTACT_DETAILS':
      return { ...message, state: 'unconfirmed' }
    case 'MESSAGE_HELD':
      return { ...message, state: 'held', note: failure.message }
    case 'CONVERSATION_ENDED':
      return { ...message, state: 'late', note: t`Not sent. The chat had ended.` }
    case 'CONFLICT':
      return { ...message, state: 'failed', clientMessageId: newKey() }
    default:
      return { ...message, state: 'failed' }
  }
}

/** Returns a message that waited too long to be sent without a question. */
export const outdatedMessage = (message: ShownMessage): ShownMessage => ({
  ...message,
  state: 'late',
  note: t`Not sent. It waited too long.`,
})
