import { TIMING } from '#schema/limits.ts'
import type { ConversationStore } from './conversation-state.ts'

export interface PartnerTyping {
  set(isTyping: boolean): void
  [Symbol.dispose](): void
}

/** Shows that the partner is typing, and stops when no event has followed for three seconds. */
export function createPartnerTyping(store: ConversationStore): PartnerTyping {
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    set(isTyping) {
      if (timer) clearTimeout(timer)
      timer = isTyping
        ? setTimeout(() => store.change({ partnerTyping: false }), TIMING.typingAutoStop)
        : null
      if (store.getState().partnerTyping !== isTyping) store.change({ partnerTyping: isTyping })
    },
    [Symbol.dispose]() {
      if (timer) clearTimeout(timer)
    },
  }
}
