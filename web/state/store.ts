export interface Store<State> {
  getState(): State
  subscribe(listener: () => void): () => void
}

export interface WritableStore<State> extends Store<State> {
  setState(next: State): void
}

export function createStore<State>(initial: State): WritableStore<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    setState(next) {
      if (Object.is(next, state)) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
