/** Receives how far a download is, from 0 to 1. */
export type OnProgress = (loaded: number) => void

/** Receives the object whose `downloadprogress` events report the download. */
export type Monitor = (target: EventTarget) => void

interface Model {
  destroy(): void
}

/** One caller's use of a model. */
export interface Lease<Loaded> {
  readonly model: Promise<Loaded>
  /** Ends the caller's progress reports. */
  release(): void
  /** Unloads this model, because it does not work. The next caller loads another one. */
  drop(): void
}

/** Models that the browser has loaded. Callers that ask for one key share the model and its download. */
export interface BrowserModels<Loaded extends Model> {
  /** Loads a model, or shares the one of the key. A model that failed to load is not kept. */
  lease(key: string, load: (monitor: Monitor) => Promise<Loaded>, onProgress: OnProgress): Lease<Loaded>
  /** Unloads every model. */
  close(): void
}

interface Entry<Loaded> {
  model: Promise<Loaded>
  listeners: Set<OnProgress>
}

export function createBrowserModels<Loaded extends Model>(): BrowserModels<Loaded> {
  const entries = new Map<string, Entry<Loaded>>()

  function forget(key: string, entry: Entry<Loaded>) {
    if (entries.get(key) === entry) entries.delete(key)
  }

  function start(key: string, load: (monitor: Monitor) => Promise<Loaded>): Entry<Loaded> {
    const listeners = new Set<OnProgress>()
    const model = load((target) =>
      target.addEventListener('downloadprogress', (event) => {
        const loaded = 'loaded' in event ? Number(event.loaded) : Number.NaN
        if (!Number.isNaN(loaded)) for (const listener of listeners) listener(loaded)
      }),
    )
    const entry = { model, listeners }
    entries.set(key, entry)
    model.catch(() => forget(key, entry))
    return entry
  }

  return {
    lease(key, load, onProgress) {
      const entry = entries.get(key) ?? start(key, load)
      entry.listeners.add(onProgress)
      return {
        model: entry.model,
        release: () => void entry.listeners.delete(onProgress),
        drop() {
          forget(key, entry)
          unload(entry)
        },
      }
    },

    close() {
      for (const entry of entries.values()) unload(entry)
      entries.clear()
    },
  }
}

const unload = ({ model }: Entry<Model>) =>
  void model.then((loaded) => loaded.destroy()).catch(() => undefined)
