import type { Push, Stop } from '@repeaterjs/repeater'
import { MAX_UNSENT_BYTES } from '#server/platform/http/unsent-bytes.ts'

/** A replay pauses while more than this waits, in bytes. */
const FULL = MAX_UNSENT_BYTES / 4

export interface BoundedPush<Value> {
  /** Passes a value to the reader. `bytes` is about how much memory it takes. */
  push(value: Value, bytes?: number): void
  /** Returns a promise while a replay should pause, otherwise null. */
  drained(): Promise<void> | null
}

/**
 * Passes the values of a subscription to its reader, and stops the subscription of a reader that does not read: when
 * `most` values or MAX_UNSENT_BYTES wait. `most` is below 1,024, at which a repeater throws.
 */
export function createBoundedPush<Value>(push: Push<Value>, stop: Stop, most: number): BoundedPush<Value> {
  let waiting = 0
  let unsent = 0
  let latest: Promise<unknown> = Promise.resolve()
  return {
    push(value, bytes = 0) {
      if (waiting >= most || unsent > MAX_UNSENT_BYTES) return stop()
      waiting += 1
      unsent += bytes
      latest = push(value).then(
        () => {
          waiting -= 1
          unsent -= bytes
        },
        () => stop(),
      )
    },
    drained: () => (unsent > FULL ? Promise.race([latest, stop]).then(() => undefined) : null),
  }
}
