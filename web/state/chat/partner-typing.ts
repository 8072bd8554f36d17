import { TIMING } from '#schema/limits.ts'
import type { ConversationStore } from './conversation-state.ts'

export interface PartnerTyping {
  set(isTyping: boolean): void
  /** Called with the partner's message: events that they sent while they wrote it may follow. */
  endWithMessage(): void
  [Symbol.dispose](): void
}

/**
 * Shows that the partner is typing, and stops when no event has followed for three seconds. After a message it shows no typing for
 * a second: who writes on reports it again by then.
 */
export function createPartnerTyping(store: ConversationStore, now: () => number): PartnerTyping {
  let timer: ReturnType<typeof setTimeout> | null = null
  let quietUntil = Number.NEGATIVE_INFINITY
  const typing: PartnerTyping = {
    set(isTyping) {
      if (isTyping && now() < quietUntil) return
      if (timer) clearTimeout(timer)
      timer = isTyping
        ? setTimeout(() => store.change({ partnerTyping: false }), TIMING.typingAutoStop)
        : null
      if (store.getState().partnerTyping !== isTyping) store.change({ partnerTyping: isTyping })
    },
    endWithMessage() {
      typing.set(false)
      quietUntil = now() + TIMING.typingThrottle
    },
    [Symbol.dispose]() {
      if (timer) clearTimeout(timer)
    },
  }
  return typing
}
