import * as z from 'zod'

/** Everything that crosses between the desktop app's main process and its find bar. The page has none of these. */
export const FIND_BAR_CHANNELS = {
  /** The find bar tells. */
  search: 'find-bar:search',
  step: 'find-bar:step',
  close: 'find-bar:close',
  /** The main process tells the find bar. */
  message: 'find-bar:message',
} as const

/** Made in one call without effects: the preload needs the channels alone. */
const makeModels = () => ({
  /** Empty ends the search and leaves the find bar open. */
  search: z.string().max(200),
  step: z.enum(['next', 'previous']),
})
export const FIND_BAR_MODELS = /* @__PURE__ */ makeModels()
export type FindStep = z.output<(typeof FIND_BAR_MODELS)['step']>

export type FindBarMessage =
  /** The text of the last search, to show and to select. */
  | { type: 'begin'; text: string }
  /** Find was chosen again: the text is selected, to be typed over. */
  | { type: 'select' }
  /** `active` counts from 1. Both are 0 where nothing matches. */
  | { type: 'result'; active: number; matches: number }
  | { type: 'cleared' }

/** `window.findBar`, as the find bar's preload exposes it. */
export interface FindBarBridge {
  search(text: string): void
  step(step: FindStep): void
  close(): void
  onMessage(listener: (message: FindBarMessage) => void): void
}
