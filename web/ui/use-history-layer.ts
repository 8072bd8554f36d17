import { createContext, useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { createHistoryLayers, type HistoryLayers } from './history-layers.ts'
import { HistoryLayersBox } from './history-layers-box.ts'

/** True where the history entry of a dialog is already taken care of, above it. */
export const HasHistoryEntry = createContext(false)

export function useHistoryLayers(): () => HistoryLayers | null {
  const box = useContext(HistoryLayersBox)
  return () => {
    if (!box) return null
    box.current ??= createHistoryLayers({ history: window.history, events: window })
    return box.current
  }
}

/** Gives what is open an entry in the browser's history: Back calls `close`. Null while nothing is open. */
export function useHistoryLayer(id: string | null, close: () => void, { lowest = false } = {}) {
  const { key } = useLocation()
  const hasEntry = useContext(HasHistoryEntry)
  const layers = useHistoryLayers()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (id === null || hasEntry) return
    return layers()?.open({ id, page: key, lowest, close: () => latest.current() })
  }, [id, key, lowest, hasEntry])
}

/** Opens a layer again when its history entry is reached. */
export function useRestoredLayer(id: string, reopen: () => void) {
  const { key } = useLocation()
  const layers = useHistoryLayers()
  const latest = useRef(reopen)
  useEffect(() => {
    latest.current = reopen
  })
  useEffect(() => layers()?.restore(id, key, () => latest.current()), [id, key])
}

/** Tells which page is on screen, so that an entry whose dialog is gone is left. */
export function useShownPage() {
  const { key } = useLocation()
  const layers = useHistoryLayers()
  useEffect(() => layers()?.show(key), [key])
}
