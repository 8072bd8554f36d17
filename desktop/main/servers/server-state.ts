/** Tracks whether the server answers, and its open live streams. */
export function createServerState() {
  const listeners: (() => void)[] = []
  const streams = new Set<Promise<void>>()
  let answered = true

  function update(change: () => void) {
    const before = [streams.size > 0, answered].join()
    change()
    if (before !== [streams.size > 0, answered].join()) for (const listener of listeners) listener()
  }

  return {
    connected: () => streams.size > 0,
    answers: () => answered,
    onChange: (listener: () => void) => void listeners.push(listener),
    setAnswered: (isAnswered: boolean) =>
      update(() => {
        answered = isAnswered
      }),
    /** Counts a stream as open. Returns a function to call when either side has ended it. */
    streamOpened(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      update(() => streams.add(promise))
      return () => {
        update(() => streams.delete(promise))
        resolve()
      }
    },
    streamsClosed: () => Promise.all(streams),
  }
}
