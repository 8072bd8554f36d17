import { createContext } from 'react'
import type { HistoryLayers } from './history-layers.ts'

/** Empty until the first chat or dialog: a visitor's first load does without it. Without a box nothing gets an entry. */
export const HistoryLayersBox = createContext<{ current: HistoryLayers | null } | null>(null)
