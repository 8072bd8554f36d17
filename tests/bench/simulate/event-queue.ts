import TinyQueue from 'tinyqueue'

/** Holds events of the future. Events of the same time come in the order in which they were added. */
export interface EventQueue<Event> {
  /** `at` is in any unit, the same for all events. */
  add(at: number, event: Event): void
  /** Removes and returns the next event; undefined when none is left. */
  next(): { at: number; event: Event } | undefined
  readonly size: number
}

export function createEventQueue<Event>(): EventQueue<Event> {
  const queue = new TinyQueue<{ at: number; order: number; event: Event }>(
    [],
    (one, other) => one.at - other.at || one.order - other.order,
  )
  let added = 0
  return {
    add(at, event) {
      queue.push({ at, order: added, event })
      added += 1
    },
    next: () => queue.pop(),
    get size() {
      return queue.length
    },
  }
}
