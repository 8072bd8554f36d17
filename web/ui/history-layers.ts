/** Something that lies over a page and closes with Back: a chat, settings, a dialog. */
export interface HistoryLayer {
  id: string
  /** The page that it lies over: the key of the router's location. */
  page: string
  /** The chat lies below dialogs, whichever of them opened first. */
  lowest?: boolean
  /** Back was pressed. A layer that stays open keeps its entry. */
  close(): void
}

export interface HistoryLayers {
  /** Tells which page is on screen. Until then its entries are left as they are. */
  show(page: string): void
  /** Gives the layer an entry of its own. The returned function removes that entry again. */
  open(layer: HistoryLayer): () => void
  /** Opens a layer again when its entry is reached: by Forward, by Back from a later page, or by a reload. */
  restore(id: string, page: string, reopen: () => void): () => void
  /** Whether the current entry is one of this layer. */
  isAt(id: string): boolean
}

interface HistoryLayersDeps {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  events: Pick<EventTarget, 'addEventListener'>
}

interface Entry {
  page: string
  index: number
  /** The layers that are open at this entry, from the lowest up. */
  layers: string[]
}

/** The router's own part of an entry's state is kept as it is: an entry of a layer is one more of the same page. */
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
 * Keeps the browser's history in step with what is open. Each layer has one entry. Back closes the topmost layer. A
 * layer that is closed in another way takes its entry with it, and an entry whose layer cannot be opened again is left.
 */
export function createHistoryLayers({ history, events }: HistoryLayersDeps): HistoryLayers {
  let open: HistoryLayer[] = []
  const restorers = new Map<string, () => void>()
  let page: string | null = null
  let isSettling = false
  /** A traversal arrives later: until then nothing may be pushed. */
  let isTraversing = false

  const current = () => entryOf(history.state)

  /** After the changes of this moment: a dialog that makes room for the next one hands its entry on. */
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
