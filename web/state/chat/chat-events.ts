import type { Conversation } from '#schema/chat.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { SessionStore } from '../session/session.ts'
import { isOpen } from './about-conversation.ts'
import type { ChatActions } from './chat-actions.ts'
import type { ChatEnding } from './chat-ending.ts'
import { type ChatStateStore, openChatOf } from './chat-state.ts'
import type { MatchMemory } from './match-memory.ts'

interface ChatEventsDeps {
  stream: Pick<LiveStream, 'on' | 'onReconnect'>
  session: Pick<SessionStore, 'getState'>
  store: ChatStateStore
  memory: MatchMemory
  ending: ChatEnding
  isLeft(conversation: Conversation): boolean
  onMatch(conversation: Conversation): void
  /** Reads the open conversation again: the stream may have missed events. */
  checkOpenChat(): void
  toIdle(): void
  showKeep: ChatActions['showKeep']
}

/** Applies the events of the live stream to the chat machine. */
export function followChatEvents(deps: ChatEventsDeps) {
  const { stream, session, store, memory, ending } = deps
  stream.on('resync', deps.checkOpenChat)
  stream.onReconnect(deps.checkOpenChat)
  stream.on('match_found', (conversation) => {
    const state = store.getState()
    // A partner who accepts ends no search. What a search finds counts as started by this member.
    const isFound = conversation.startedByMe !== false && !deps.isLeft(conversation)
    if (state.phase === 'searching' && isFound) deps.onMatch(conversation)
    // The partner may have reopened the conversation that is on screen here as ended.
    if (state.phase !== 'matched' || state.conversation.id !== conversation.id) return
    if (!isOpen(state.conversation)) memory.remember(conversation.id)
    store.setState({ ...state, conversation })
  })
  stream.on('kept', ({ conversationId, kept }) => deps.showKeep(conversationId, kept ? 'KEPT' : 'NO'))
  stream.on('conversation_disconnected', ({ conversationId, userId, reason }) => {
    if (userId !== session.getState().user?.id) return ending.byPartner(conversationId)
    if (reason === 'disconnected') return ending.byDisconnect(conversationId)
    // The member left the chat in another tab. The event of an earlier leaving can arrive when they read the ended chat.
    if (openChatOf(store.getState(), conversationId)) deps.toIdle()
  })
}
