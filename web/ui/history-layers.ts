/** Something that covers a page and closes with Back: a chat, settings, a dialog. */
export interface HistoryLayer {
  id: string
  /** The page below it: the key of the router's location. */
  page: string
  /** Puts the layer below all others, even those that opened first: the chat is below every dialog. */
  lowest?: boolean
  /** Called when the member presses Back. A layer that stays open keeps its entry. */
  close(): void
}

export interface HistoryLayers {
  /** Sets the page on screen. Before the first call, entries are not changed. */
  show(page: string): void
  /** Adds a history entry for the layer. Returns a function that removes the entry. */
  open(layer: HistoryLayer): () => void
  /** Reopens a layer when its entry is reached by Forward, by Back from a later page, or by a reload. */
  restore(id: string, page: string, reopen: () => void): () => void
  /** Returns whether the current entry belongs to this layer. */
  isAt(id: string): boolean
}

interface HistoryLayersDeps {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  events: Pick<EventTarget, 'addEventListener'>
}

interface Entry {
  page: string
  index: number
  /** The layers open at this entry, lowest first. */
  layers: string[]
}

/** Reads an entry's state. The router's own part is kept: a layer's entry belongs to the same page. */
function entryOf(state: unknown): Entry {
  const known = typeof state === 'object' && state !== null ? state : {}
  return {
    page: 'key' in known && typeof known.key === 'string' ? known.key : 'default',
    index: 'idx' in known && typeof known.idx === 'number' ? known.idx : 0,
    layers:
      'layers' in known && Array.isArray(known.layers)
        ? known.layers.filter((id) => typeof id === 'string')
        : [],
  }
}

/**
 * Keeps the browser's history in sync with the open layers. Each layer has one entry, and Back closes the topmost
 * layer. A layer closed in another way removes its entry. An entry whose layer cannot be reopened is left.
 */
export function createHistoryLayers({ history, events }: HistoryLayersDeps): HistoryLayers {
  let open: HistoryLayer[] = []
  const restorers = new Map<string, () => void>()
  let page: string | null = null
  let isSettling = false
  /** True until a traversal has arrived. Nothing may be pushed before that. */
  let isTraversing = false

  const current = () => entryOf(history.state)

  /** Waits for all changes of this task: a dialog that opens the next one passes its entry on. */
  function settleSoon() {
    if (!isSettling) setTimeout(settle, 0)
    isSettling = true
  }

  function settle() {
    isSettling = false
    const { page: at, layers, index } = current()
    if (isTraversing || at !== page) return
    const wanted = open.filter((layer) => layer.page === page).map(({ id }) => id)
    const surplus = layers.length - wanted.length
    if (surplus > 0 && surplus <= index) {
      isTraversing = true
      return history.go(-surplus)
    }
    if (layers.some((id, depth) => id !== wanted[depth]))
      history.replaceState({ ...history.state, layers: wanted.slice(0, layers.length) }, '')
    for (let depth = layers.length; depth < wanted.length; depth += 1) {
      const idx = index + 1 + depth - layers.length
      history.pushState({ ...history.state, idx, layers: wanted.slice(0, depth + 1) }, '')
    }
  }

  events.addEventListener('popstate', () => {
    settleSoon()
    if (isTraversing) {
      isTraversing = false
      return
    }
    const { page: at, layers } = current()
    if (at !== page) return
    const isOpen = (id: string) => open.some((layer) => layer.id === id)
    for (const layer of open.toReversed())
      if (layer.page === page && !layers.includes(layer.id)) layer.close()
    for (const id of layers) if (!isOpen(id)) restorers.get(id)?.()
  })

  return {
    isAt: (id) => current().layers.includes(id),

    show(shown) {
      page = shown
      settleSoon()
    },

    open(layer) {
      page = layer.page
      open = layer.lowest ? [layer, ...open] : [...open, layer]
      settleSoon()
      return () => {
        open = open.filter((one) => one !== layer)
        settleSoon()
      }
    },

    restore(id, shown, reopen) {
      restorers.set(id, reopen)
      const { page: at, layers } = current()
      if (at === shown && layers.includes(id) && !open.some((layer) => layer.id === id)) reopen()
      return () => {
        if (restorers.get(id) === reopen) restorers.delete(id)
      }
    },
  }
}
