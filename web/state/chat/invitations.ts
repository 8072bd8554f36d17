import { t } from '@lingui/core/macro'
import type { Conversation, OpenedConversation } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { createStore, type Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import { isTalking, isWaiting, partnerName } from './about-conversation.ts'
import type { ChatMachine } from './chat-machine.ts'
import type { MatchMemory } from './match-memory.ts'
import type { News } from './match-notifications.ts'

/** How long the toast is shown, in milliseconds. In a chat, members can open the invitation only from it. */
const SHOWN_FOR = 15_000

/**
 * An open conversation that is not on screen: its partner has accepted to talk, or wrote in it. With `startedByMe`, the member
 * opened it on another device: it can be opened here as well, but is no invitation.
 */
export type Invitation = OpenedConversation

export interface Invitations extends Store<Invitation | null> {
  /** Opens the chat. If the member is asked about an open chat first, the invitation stays until they have answered. */
  accept(): void
  dismiss(): void
  /** Drops the invitation if another tab of this browser has opened the chat. */
  recheck(): void
}

export interface InvitationsDeps {
  api: Api
  userId: string
  stream: Pick<LiveStream, 'on'>
  chat: Pick<ChatMachine, 'getState' | 'open' | 'subscribe'>
  toasts: Pick<ToastStore, 'show'>
  memory: Pick<MatchMemory, 'recall'>
  /** Notifies a member who does not look at the page. */
  notify(news: News): void
}

export function createInvitations(deps: InvitationsDeps): Invitations {
  const { api, userId, stream, chat, toasts, memory, notify } = deps
  const { getState, setState, subscribe } = createStore<Invitation | null>(null)
  const currentId = () => {
    const state = chat.getState()
    return state.phase === 'matched' ? state.conversation.id : null
  }

  const { joined, own } = followOwnChats({ stream, chat })

  /** A chat that another tab of this browser remembers was found or opened there, by the member. */
  const isOpenElsewhere = (id: string) => memory.recall() === id
  /** A search goes on beside a partner who accepts. What else opens during it, it has found itself. */
  const canInvite = (id: string, isAccepted = false) =>
    (isAccepted || chat.getState().phase !== 'searching') && currentId() !== id && !isOpenElsewhere(id)

  function noteOwn(id: string) {
    own.add(id)
    const shown = getState()
    if (shown?.id === id) setState({ ...shown, startedByMe: true })
  }

  function invite(conversation: OpenedConversation) {
    const { id } = conversation
    if (conversation.startedByMe) own.add(id)
    if (isWaiting(conversation) || getState()?.id === id) return
    if (!canInvite(id, conversation.startedByMe === false)) return
    if (own.has(id)) {
      // It must not replace a partner who waits for an answer.
      if (getState() === null) setState({ ...conversation, startedByMe: true })
      return
    }
    setState(conversation)
    const title = titleOf(conversation)
    notify({ title, body: t`They are ready to talk.` })
    toasts.show({ title, duration: SHOWN_FOR, action: { label: t`Open chat`, run: accept } })
  }

  function accept() {
    const conversation = getState()
    if (conversation) chat.open(conversation)
  }

  stream.on('match_found', invite)
  stream.on('new_chat_message', ({ conversationId: id, senderId }) => {
    if (senderId === userId) return noteOwn(id)
    if (joined.has(id) || !canInvite(id) || getState()?.id === id) return
    api.call('currentConversation', { params: { id } }).then(
      ({ data }) => invite(data),
      // The conversation no longer exists.
      () => undefined,
    )
  })
  stream.on('conversation_disconnected', ({ conversationId }) => {
    if (getState()?.id === conversationId) setState(null)
  })
  // An opened conversation is no longer an invitation, however the member opened it.
  chat.subscribe(() => {
    if (getState() !== null && currentId() === getState()?.id) setState(null)
  })

  return {
    getState,
    subscribe,
    accept,
    dismiss: () => setState(null),
    recheck() {
      const conversation = getState()
      if (conversation && isOpenElsewhere(conversation.id)) setState(null)
    },
  }
}

const titleOf = (conversation: Conversation) =>
  t`Your chat with ${{ name: partnerName(conversation) }} is open`

/** Follows the open chats that are no invitations. */
function followOwnChats({
  stream,
  chat,
}: {
  stream: Pick<LiveStream, 'on'>
  chat: Pick<ChatMachine, 'getState' | 'subscribe'>
}) {
  /** Joined in this tab. */
  const joined = new Set<string>()
  /** Started or written in on another device. */
  const own = new Set<string>()
  function noteJoined() {
    const state = chat.getState()
    if (state.phase === 'matched' && isTalking(state.conversation)) joined.add(state.conversation.id)
  }
  noteJoined()
  chat.subscribe(noteJoined)
  stream.on('conversation_disconnected', ({ conversationId }) => {
    joined.delete(conversationId)
    own.delete(conversationId)
  })
  return { joined, own }
}
