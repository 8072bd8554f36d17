import { untilExpiry } from '../until-expiry.ts'
import type { ChatStateStore } from './chat-state.ts'

interface ExpiryDeps {
  store: Pick<ChatStateStore, 'getState' | 'subscribe'>
  now(): number
  /** Called when the chat on screen has waited for an answer for as long as it can. */
  onExpired(): void
}

/** Watches how long the chat on screen waits for an answer. */
export function followExpiry({ store, now, onExpired }: ExpiryDeps) {
  let timer: ReturnType<typeof setTimeout> | null = null

  function stop() {
    if (timer) clearTimeout(timer)
    timer = null
  }

  store.subscribe(() => {
    stop()
    const state = store.getState()
    const expires = state.phase === 'matched' ? state.conversation.awaitsAnswerUntil : null
    if (expires) timer = setTimeout(onExpired, untilExpiry(expires, now()))
  })
  return { stop }
}
