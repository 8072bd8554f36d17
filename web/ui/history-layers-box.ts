import { createContext } from 'react'
import type { HistoryLayers } from './history-layers.ts'

/**
 * Empty until the first chat or dialog opens, because a visitor's first load does not need it. Without it, nothing
 * gets a history entry.
 */
export const HistoryLayersBox = createContext<{ current: HistoryLayers | null } | null>(null)
