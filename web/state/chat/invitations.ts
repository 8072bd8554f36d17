import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { createStore, type Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import { isOpen, partnerName } from './about-conversation.ts'
import type { ChatMachine } from './chat-machine.ts'

/** A conversation that a partner opened or wrote in while the member was neither in it nor searching. */
export interface Invitations extends Store<Conversation | null> {
  accept(): void
  dismiss(): void
}

export function createInvitations({
  api,
  userId,
  stream,
  chat,
  toasts,
}: {
  api: Api
  userId: string
  stream: Pick<LiveStream, 'on'>
  chat: Pick<ChatMachine, 'getState' | 'open' | 'subscribe'>
  toasts: Pick<ToastStore, 'show'>
}): Invitations {
  const { getState, setState, subscribe } = createStore<Conversation | null>(null)
  const currentId = () => {
    const state = chat.getState()
    return state.phase === 'matched' ? state.conversation.id : null
  }

  /** The open chats that the member has joined in this tab. A message in one of them is not an invitation. */
  const joined = new Set<string>()
  function noteJoined() {
    const state = chat.getState()
    if (state.phase === 'matched' && isOpen(state.conversation)) joined.add(state.conversation.id)
  }

  const canInvite = (id: string) => chat.getState().phase !== 'searching' && currentId() !== id

  function invite(conversation: Conversation) {
    if (!canInvite(conversation.id) || getState()?.id === conversation.id) return
    setState(conversation)
    toasts.show({ title: t`${{ name: partnerName(conversation) }} would like to talk` })
  }

  stream.on('match_found', invite)
  stream.on('new_chat_message', ({ conversationId: id, senderId }) => {
    if (senderId === userId || joined.has(id) || !canInvite(id) || getState()?.id === id) return
    api.call('currentConversation', { params: { id } }).then(
      ({ data }) => invite(data),
      // The conversation no longer exists.
      () => undefined,
    )
  })
  stream.on('conversation_disconnected', ({ conversationId }) => {
    joined.delete(conversationId)
    if (getState()?.id === conversationId) setState(null)
  })
  noteJoined()
  chat.subscribe(noteJoined)
  // An opened conversation is no longer an invitation, however the member opened it.
  chat.subscribe(() => {
    if (getState() !== null && currentId() === getState()?.id) setState(null)
  })

  return {
    getState,
    subscribe,
    accept() {
      const conversation = getState()
      setState(null)
      if (conversation) chat.open(conversation)
    },
    dismiss: () => setState(null),
  }
}
