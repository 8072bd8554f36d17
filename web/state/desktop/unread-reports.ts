import type { Message } from '#schema/chat.ts'
import type { DesktopBridge } from '#schema/desktop.ts'
import { cutText } from '#schema/graphemes.ts'
import { LIMITS } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { partnerName } from '../chat/about-conversation.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'

/** Milliseconds in which another window or browser may mark a message as read before the desktop app reports it. */
const DELAY = 1_000

interface UnreadReportsDeps {
  bridge: Pick<DesktopBridge, 'tellEvent'>
  api: Api
  chat: Pick<ChatMachine, 'getState'>
  isLookedAt(conversationId: string): boolean
  /** Reports the unread counts to the desktop app. */
  reportState(): void
  isStopped(): boolean
}

/** Counts the unread messages of each conversation, and reports those that the member does not look at. */
export function createUnreadReports(deps: UnreadReportsDeps) {
  const { bridge, api, chat, isLookedAt } = deps
  let unread = new Map<string, { count: number; name: string }>()
  /** The last message of each conversation that is not reported yet. */
  const pending = new Map<string, { message: Message; eventId: string }>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function nameOf(id: string, fallback = ''): string {
    const state = chat.getState()
    const open = state.phase === 'matched' && state.conversation.id === id ? state.conversation : null
    return cutText(
      open ? partnerName(open) : (unread.get(id)?.name ?? shownName(fallback)),
      LIMITS.displayName.max,
    )
  }

  async function report() {
    timer = null
    unread = (await countUnread(api)) ?? withPending()
    if (deps.isStopped()) return
    deps.reportState()
    for (const [id, { message, eventId }] of pending) {
      pending.delete(id)
      if (isLookedAt(id) || (unread.get(id)?.count ?? 0) === 0) continue
      const partnerName = nameOf(id, message.senderName)
      bridge.tellEvent({
        id: eventId,
        kind: 'message',
        conversationId: id,
        partnerName,
        text: message.message,
      })
    }
  }

  /** Counts without the server's answer: every pending message is unread. */
  function withPending() {
    for (const [id, { message }] of pending)
      unread.set(id, { count: 1, name: unread.get(id)?.name ?? shownName(message.senderName) })
    return unread
  }

  function reportSoon() {
    timer ??= setTimeout(() => void report(), DELAY)
  }

  return {
    nameOf,
    reportSoon,
    add(message: Message, eventId: string | null) {
      pending.set(message.conversationId, { message, eventId: eventId ?? message.id })
      reportSoon()
    },
    counts: () =>
      [...unread]
        .filter(([id, { count }]) => count > 0 && !isLookedAt(id))
        .map(([conversationId, { count }]) => ({ conversationId, count })),
    stop() {
      if (timer) clearTimeout(timer)
    },
  }
}

export type UnreadReports = ReturnType<typeof createUnreadReports>

/** Returns the server's counts, which include what was read elsewhere; null when it does not answer. */
async function countUnread(api: Api) {
  const body = { pageNumber: 0, size: LIMITS.maxPageSize, paginated: 'true' as const }
  try {
    const { data } = await api.call('listConversations', { body })
    return new Map(data.elements.map((one) => [one.id, { count: one.unreadCount, name: partnerName(one) }]))
  } catch {
    return null
  }
}
