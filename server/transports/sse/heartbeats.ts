import type { OpenStream } from './event-stream.ts'

/** Heartbeats are spread over the interval, to avoid writing to thousands of streams at once. */
const SLOTS = 15

export type HeartbeatSlot = Set<OpenStream>

export interface Heartbeats {
  /** Adds a stream and returns its slot. */
  add(stream: OpenStream): HeartbeatSlot
  /** Closes every stream and sends no more heartbeats. */
  closeAll(): void
}

/** Beats the streams of one slot at a time. */
export function createHeartbeats(interval: number): Heartbeats {
  const slots: HeartbeatSlot[] = Array.from({ length: SLOTS }, () => new Set<OpenStream>())
  let nextSlot = 0
  let beating = 0
  const timer = setInterval(() => {
    beating = (beating + 1) % SLOTS
    for (const stream of slots[beating] ?? []) stream.beat()
  }, interval / SLOTS)
  timer.unref()

  return {
    add(stream) {
      const slot = slots[nextSlot] ?? new Set()
      nextSlot = (nextSlot + 1) % SLOTS
      return slot.add(stream)
    },
    closeAll() {
      clearInterval(timer)
      for (const slot of slots) for (const stream of slot) stream.close()
    },
  }
}
