import type { User } from '#schema/account.ts'
import type { Message } from '#schema/chat.ts'
import { isOpen } from '../chat/about-conversation.ts'
import type { ChatState } from '../chat/chat-state.ts'
import type { ConversationState } from '../chat/conversation-state.ts'
import type { ShownMessage } from '../chat/messages.ts'
import type { Store } from '../store.ts'
import { tokenMark } from './token-mark.ts'
import type { UnsentDatabase } from './unsent-database.ts'

/** Milliseconds between two writes while messages arrive. */
const WRITE_EVERY = 1_000
/** As many messages as a page of the server has, at most. */
const KEPT_MESSAGES = 50

interface KeptChatDeps {
  database: Pick<UnsentDatabase, 'writeChat' | 'removeChat'>
  userId: string
  isSignedIn(): boolean
  user(): User | null
  token(): string | null
  chat: Store<ChatState>
  now(): number
}

/**
 * Keeps the open conversation with its last messages and its member, for a start without a network, until the
 * conversation or the session ends. No function rejects.
 */
export function createKeptChat(deps: KeptChatDeps) {
  const { database, userId, isSignedIn, chat } = deps
  let shown: { id: string; store: Store<ConversationState>; stop(): void } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Returns the conversation that is open and on screen; null for none. */
  function openOne() {
    const state = chat.getState()
    if (state.phase !== 'matched' || !isOpen(state.conversation)) return null
    return state.conversation
  }

  async function write() {
    clearTimeout(timer)
    timer = undefined
    const [user, token, conversation] = [deps.user(), deps.token(), openOne()]
    const state = shown?.store.getState()
    if (!user || !token || conversation?.id !== shown?.id || !conversation || state?.status !== 'ready')
      return
    const mark = await tokenMark(token)
    if (mark === null || !isSignedIn() || token !== deps.token() || openOne()?.id !== conversation.id) return
    const messages = state.messages.filter(isSent).slice(-KEPT_MESSAGES).map(asMessage)
    const kept = { userId, tokenMark: mark, time: deps.now(), user, conversation, messages }
    // Where nothing is stored, the app needs a network to start.
    await database.writeChat(kept).catch(() => undefined)
  }

  function onChange() {
    timer ??= setTimeout(() => void write(), WRITE_EVERY)
  }

  const stop = chat.subscribe(() => {
    if (chat.getState().phase !== 'restoring' && !openOne()) void database.removeChat().catch(() => undefined)
  })

  return {
    /** Keeps this conversation from now on. */
    follow(id: string, store: Store<ConversationState>) {
      shown?.stop()
      shown = { id, store, stop: store.subscribe(onChange) }
      onChange()
    },
    /** Writes what was changed, before the page may end. */
    flush: () => timer !== undefined && void write(),
    close() {
      clearTimeout(timer)
      shown?.stop()
      stop()
    },
  }
}

const isSent = ({ state }: ShownMessage) => state === 'sent'

const asMessage = ({ state: _, note: __, ...message }: ShownMessage): Message => message
