import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { createHistoryLayers, type HistoryLayers } from './history-layers.ts'
import { HistoryLayersBox } from './history-layers-box.ts'

/** Set if a parent already manages the dialog's history entry: how Back closes the dialog. */
export const HistoryEntry = createContext<RefObject<(() => void) | null> | null>(null)

export function useHistoryLayers(): () => HistoryLayers | null {
  const box = useContext(HistoryLayersBox)
  return () => {
    if (!box) return null
    box.current ??= createHistoryLayers({ history: window.history, events: window })
    return box.current
  }
}

/** Adds a history entry for an open layer. Back calls `close`. Pass null while nothing is open. */
export function useHistoryLayer(id: string | null, close: () => void, { lowest = false } = {}) {
  const { key } = useLocation()
  const entry = useContext(HistoryEntry)
  const layers = useHistoryLayers()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (id === null) return
    const closeLatest = () => latest.current()
    if (!entry) return layers()?.open({ id, page: key, lowest, close: closeLatest })
    const { current: outer } = entry
    entry.current = closeLatest
    return () => {
      entry.current = outer
    }
  }, [id, key, lowest, entry])
}

/** Reopens a layer when its history entry is reached. */
export function useRestoredLayer(id: string, reopen: () => void) {
  const { key } = useLocation()
  const layers = useHistoryLayers()
  const latest = useRef(reopen)
  useEffect(() => {
    latest.current = reopen
  })
  useEffect(() => layers()?.restore(id, key, () => latest.current()), [id, key])
}

/** Reports the page on screen. The history then leaves entries whose dialog is gone. */
export function useShownPage() {
  const { key } = useLocation()
  const layers = useHistoryLayers()
  useEffect(() => layers()?.show(key), [key])
}
