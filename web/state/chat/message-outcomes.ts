import { t } from '@lingui/core/macro'
import type { Message } from '#schema/chat.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { ConversationStore } from './conversation-state.ts'
import { isSame, type ShownMessage } from './messages.ts'
import type { Outbox } from './outbox.ts'

interface MessageOutcomesDeps {
  store: ConversationStore
  outbox: Pick<Outbox, 'listen'>
  /** Whether the partner has not answered yet: the server then takes one message. */
  isWaiting(): boolean
  reload(): Promise<void>
  addMessage(message: Message): void
  showFailure(error: unknown, title: string, description: string): void
}

/** Shows what became of each message in the outbox. */
export function showOutcomes(deps: MessageOutcomesDeps) {
  const { store, outbox, addMessage, showFailure } = deps
  const showNotSent = (error: unknown) =>
    showFailure(error, t`Message not sent`, t`There was an error sending your message. Please try again.`)

  /** Only the first waiting message shows a toast; the others wait behind it. */
  function onWaiting(message: ShownMessage, error: unknown) {
    if (message.state !== 'sending') return
    const isFirst = !store.getState().messages.some((one) => one.state === 'waiting')
    store.changeMessage(message.id, { state: 'waiting' })
    if (isFirst) showNotSent(error)
  }

  function onRefused(message: ShownMessage, error: unknown) {
    const failure = error instanceof ApiFailure ? error : null
    store.changeMessage(message.id, message)
    // The one message was written on another device.
    if (failure?.code === 'CONFLICT' && deps.isWaiting()) void deps.reload()
    // The message itself shows the other refusals.
    const isShown = message.state === 'unconfirmed' || message.state === 'held' || error === null
    if (failure && !isShown) showFailure(failure, t`Failed to send message`, failure.message)
    else if (!isShown) showNotSent(error)
  }

  function onFound(message: ShownMessage) {
    const { messages } = store.getState()
    if (store.findMessage(message.id)) store.changeMessage(message.id, message)
    else if (!messages.some((one) => isSame(one, message))) store.change({ messages: [...messages, message] })
  }

  outbox.listen((messageId, news) => {
    if (news.kind === 'sent') return addMessage(news.message)
    if (news.kind === 'found') return onFound(news.message)
    const message = store.findMessage(messageId)
    if (!message) return
    if (news.kind === 'gone')
      store.change({ messages: store.getState().messages.filter((one) => one !== message) })
    else if (news.kind === 'unkept') store.changeMessage(messageId, { isUnkept: true })
    else if (news.kind === 'waiting') onWaiting(message, news.error)
    else onRefused(news.message, news.error)
  })
}
