import type { Conversation, Message } from '#schema/chat.ts'
import type { DesktopBridge, DesktopMessage, DesktopState } from '#schema/desktop.ts'
import { LIMITS } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { messageOf } from '../../data/failure.ts'
import { isOpen, partnerName } from '../chat/about-conversation.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { ChatState } from '../chat/chat-state.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { retryUntilDone } from '../retry.ts'
import type { Store, WritableStore } from '../store.ts'

interface DesktopLinkDeps {
  bridge: DesktopBridge
  api: Api
  userId: string
  stream: Pick<LiveStream, 'on'>
  chat: ChatMachine
  /** Whether somebody looks at this page. */
  attention: WritableStore<boolean>
  /** Whether the chat is on screen, rather than behind a document or the home screen. */
  isOnScreen: Store<boolean>
  /** To the conversations, wherever in the app one is. */
  goHome(): void
  openSettings(): void
  newKey(): string
}

/** How long a message may be read in another window or browser before anybody is called. */
const SETTLES_IN = 1_000
const AWAY: DesktopState = { phase: 'away', openId: null, unread: [] }

/** Tells the desktop app what the member is at and what happens, and does what its tray and notifications ask for. */
export function startDesktopLink(deps: DesktopLinkDeps): () => void {
  const { bridge, api, userId, stream, chat, attention, isOnScreen } = deps
  let unread = new Map<string, { count: number; name: string }>()
  /** The last message of each conversation that nobody has been called about yet. */
  const heard = new Map<string, { message: Message; eventId: string }>()
  let before: ChatState = chat.getState()
  /** What was left a moment ago, for an event that is still being told. */
  let justLeft: Conversation | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let over = false
  let matches = 0

  const openConversation = () => {
    const state = chat.getState()
    return state.phase === 'matched' ? state.conversation : null
  }
  /** The open conversation of this state; null for an ended one that is still on screen. */
  const chatOf = (state: ChatState) =>
    state.phase === 'matched' && isOpen(state.conversation) ? state.conversation : null
  const isLookedAt = (id: string) =>
    attention.getState() && isOnScreen.getState() && openConversation()?.id === id

  function tellState() {
    const state = chat.getState()
    if (over || state.phase === 'restoring') return
    bridge.tellState({
      phase: state.phase === 'matched' ? (chatOf(state) ? 'chat' : 'idle') : state.phase,
      openId: openConversation()?.id ?? null,
      unread: [...unread]
        .filter(([id, { count }]) => count > 0 && !isLookedAt(id))
        .map(([conversationId, { count }]) => ({ conversationId, count })),
    })
  }

  /** The server knows what has been read elsewhere. Without its answer, what was heard counts. */
  async function recount() {
    const body = { pageNumber: 0, size: LIMITS.maxPageSize, paginated: 'true' as const }
    try {
      const { data } = await api.call('listConversations', { body })
      unread = new Map(
        data.elements.map((one) => [one.id, { count: one.unreadCount, name: partnerName(one) }]),
      )
    } catch {
      for (const [id, { message }] of heard)
        unread.set(id, { count: 1, name: unread.get(id)?.name ?? message.senderName })
    }
  }

  async function settle() {
    timer = null
    await recount()
    if (over) return
    tellState()
    for (const [id, { message, eventId }] of heard) {
      heard.delete(id)
      const known = unread.get(id)
      if (isLookedAt(id) || (known?.count ?? 0) === 0) continue
      bridge.tellEvent({
        id: eventId,
        kind: 'message',
        conversationId: id,
        partnerName: nameOf(id, known?.name ?? message.senderName),
        text: message.message,
      })
    }
  }

  const settleSoon = () => {
    timer ??= setTimeout(() => void settle(), SETTLES_IN)
  }

  const nameOf = (id: string, name: string) => {
    const open = openConversation()
    return (open?.id === id ? partnerName(open) : name).slice(0, 200)
  }

  function follow() {
    const state = chat.getState()
    const left = chatOf(before)
    if (left && !chatOf(state)) {
      justLeft = left
      queueMicrotask(() => {
        justLeft = null
      })
    }
    const met = state.phase === 'matched' && state.isNewMatch
    if (met && !(before.phase === 'matched' && before.isNewMatch)) {
      matches += 1
      const { conversation } = state
      bridge.tellEvent({
        id: `match:${conversation.id}:${startedAt}:${matches}`,
        kind: 'match',
        conversationId: conversation.id,
        partnerName: partnerName(conversation),
        text: '',
      })
    }
    before = state
    tellState()
  }
  const startedAt = Date.now()

  const stops = [
    chat.subscribe(follow),
    ...[attention, isOnScreen].map((store) =>
      store.subscribe(() => {
        tellState()
        if (store.getState()) settleSoon()
      }),
    ),
    stream.on('new_chat_message', (message, eventId) => {
      if (message.senderId === userId || isLookedAt(message.conversationId)) return
      heard.set(message.conversationId, { message, eventId: eventId ?? message.id })
      settleSoon()
    }),
    stream.on('conversation_disconnected', ({ conversationId, userId: leaver }, eventId) => {
      if (leaver === userId || justLeft?.id !== conversationId) return
      bridge.tellEvent({
        id: eventId ?? `left:${conversationId}`,
        kind: 'left',
        conversationId,
        partnerName: partnerName(justLeft),
        text: '',
      })
    }),
    // A reminder that is read by now tells that its conversation was read elsewhere.
    stream.on('notification', settleSoon),
    stream.on('resync', settleSoon),
    bridge.onMessage((message) => void obey(message)),
  ]

  async function obey(message: DesktopMessage) {
    switch (message.type) {
      case 'attention':
        return attention.setState(message.attentive)
      case 'find-match':
        deps.goHome()
        return chat.find()
      case 'find-another':
        deps.goHome()
        return chat.findAnother()
      case 'open-settings':
        deps.goHome()
        return deps.openSettings()
      case 'open-conversation':
        deps.goHome()
        return open(message.conversationId)
      case 'reply':
        return reply(message.conversationId, message.text)
    }
  }

  async function open(id: string) {
    const current = openConversation()
    // It may stand behind the home screen.
    if (current?.id === id) return chat.open(current)
    const asked = await api.call('currentConversation', { params: { id } }).catch(() => null)
    // It has gone meanwhile; the home screen is where one is then.
    if (!asked || over) return
    chat.open(asked.data)
    void markRead(id)
  }

  const markRead = (id: string) =>
    retryUntilDone('Marking the conversation as read', (signal) =>
      api.call('markRead', { params: { id }, signal }),
    ).firstAttempt

  async function reply(id: string, text: string) {
    const key = deps.newKey()
    try {
      await api.call('sendMessage', { body: { conversationId: id, message: text, clientMessageId: key } })
      await markRead(id)
    } catch (error) {
      if (over) return
      bridge.tellEvent({
        id: `not-sent:${key}`,
        kind: 'not-sent',
        conversationId: id,
        partnerName: nameOf(id, unread.get(id)?.name ?? ''),
        text: messageOf(error, 'Open the conversation to try again.'),
      })
    }
    settleSoon()
  }

  tellState()
  settleSoon()
  return () => {
    over = true
    if (timer) clearTimeout(timer)
    for (const stop of stops) stop()
    attention.setState(true)
    bridge.tellState(AWAY)
  }
}
