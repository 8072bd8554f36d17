import type { Conversation } from '#schema/chat.ts'
import type { DesktopBridge } from '#schema/desktop.ts'
import { isOpen, partnerName } from '../chat/about-conversation.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import { acceptedBetween, type ChatState } from '../chat/chat-state.ts'
import type { LiveStream } from '../live/live-stream.ts'

interface ChatReportsDeps {
  bridge: Pick<DesktopBridge, 'tellEvent'>
  userId: string
  stream: Pick<LiveStream, 'on'>
  chat: Pick<ChatMachine, 'getState' | 'subscribe'>
  /** Called after each change of the chat. */
  onChange(): void
}

const isNewMatch = (state: ChatState) => state.phase === 'matched' && state.isNewMatch
const openConversationOf = (state: ChatState) =>
  state.phase === 'matched' && isOpen(state.conversation) ? state.conversation : null

/**
 * Reports to the desktop app each new match, each partner who accepts to talk, and each who leaves the open chat. Returns a function that stops
 * this.
 */
export function reportChat({ bridge, userId, stream, chat, onChange }: ChatReportsDeps): () => void {
  const startedAt = Date.now()
  let matches = 0
  let before = chat.getState()
  /**
   * The conversation that has just ended. The chat state may change before this module receives the event of the end.
   */
  let justEnded: Conversation | null = null

  function onChat() {
    const state = chat.getState()
    const ended = openConversationOf(before)
    if (ended && !openConversationOf(state)) {
      justEnded = ended
      queueMicrotask(() => {
        justEnded = null
      })
    }
    if (state.phase === 'matched' && state.isNewMatch && !isNewMatch(before)) {
      matches += 1
      bridge.tellEvent({
        id: `match:${state.conversation.id}:${startedAt}:${matches}`,
        kind: 'match',
        conversationId: state.conversation.id,
        partnerName: partnerName(state.conversation),
        text: '',
      })
    }
    const accepted = acceptedBetween(before, state)
    if (accepted)
      bridge.tellEvent({
        id: `accepted:${accepted.id}:${startedAt}`,
        kind: 'accepted',
        conversationId: accepted.id,
        partnerName: partnerName(accepted),
        text: '',
      })
    before = state
    onChange()
  }

  const stops = [
    chat.subscribe(onChat),
    stream.on('conversation_disconnected', ({ conversationId, userId: leaver }, eventId) => {
      if (leaver === userId || justEnded?.id !== conversationId) return
      const id = eventId ?? `left:${conversationId}`
      const name = partnerName(justEnded)
      bridge.tellEvent({ id, kind: 'left', conversationId, partnerName: name, text: '' })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
