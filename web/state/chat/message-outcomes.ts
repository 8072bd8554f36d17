import { t } from '@lingui/core/macro'
import type { Message } from '#schema/chat.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { ConversationStore } from './conversation-state.ts'
import type { ShownMessage } from './messages.ts'
import type { Outbox } from './outbox.ts'

interface MessageOutcomesDeps {
  store: ConversationStore
  outbox: Pick<Outbox, 'listen'>
  newKey(): string
  /** Whether the partner has not answered yet: the server then takes one message. */
  isWaiting(): boolean
  addMessage(message: Message): void
  showFailure(error: unknown, title: string, description: string): void
}

/** Shows what became of each message in the outbox. */
export function showOutcomes(deps: MessageOutcomesDeps) {
  const { store, outbox, newKey, addMessage, showFailure } = deps
  const showNotSent = (error: unknown) =>
    showFailure(error, t`Message not sent`, t`There was an error sending your message. Please try again.`)

  /** Only the first waiting message shows a toast; the others wait behind it. */
  function onWaiting(message: ShownMessage, error: unknown) {
    if (message.state === 'waiting') return
    const isFirst = !store.getState().messages.some((one) => one.state === 'waiting')
    store.changeMessage(message.id, { state: 'waiting' })
    if (isFirst) showNotSent(error)
  }

  function onRefused({ id }: ShownMessage, error: unknown) {
    const failure = error instanceof ApiFailure ? error : null
    // The message itself shows these two refusals, without a toast.
    if (failure?.code === 'CONTACT_DETAILS') return store.changeMessage(id, { state: 'unconfirmed' })
    if (failure?.code === 'MESSAGE_HELD')
      return store.changeMessage(id, { state: 'held', note: failure.message })
    if (failure?.code === 'CONFLICT' && deps.isWaiting()) store.change({ hasWaitingMessage: true })
    // The key belongs to another message: a retry needs its own.
    store.changeMessage(id, {
      state: 'failed',
      ...(failure?.code === 'CONFLICT' && { clientMessageId: newKey() }),
    })
    if (failure) showFailure(failure, t`Failed to send message`, failure.message)
    else showNotSent(error)
  }

  outbox.listen((messageId, outcome) => {
    if (outcome.kind === 'sent') return addMessage(outcome.message)
    const message = store.findMessage(messageId)
    if (!message) return
    if (outcome.kind === 'waiting') onWaiting(message, outcome.error)
    else onRefused(message, outcome.error)
  })
}
