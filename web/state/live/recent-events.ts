import type { StreamEvent } from './stream-reader.ts'

/** How many of the last events are remembered. */
const REMEMBERED = 500

/**
 * Recognizes an event that was delivered before: two tabs that both read the stream for a moment deliver it twice. An
 * event without id, and `ready`, may repeat.
 */
export function createRecentEvents() {
  const keys = new Set<string>()
  return {
    /** Returns whether the event was delivered to this member before, and remembers it. */
    isRepeated(userId: string, { id, event, data }: StreamEvent): boolean {
      if (!id || event === 'ready') return false
      const key = `${userId} ${id} ${event} ${data}`
      if (keys.has(key)) return true
      keys.add(key)
      const [oldest] = keys
      if (keys.size > REMEMBERED && oldest) keys.delete(oldest)
      return false
    },
  }
}
