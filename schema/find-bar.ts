import * as z from 'zod'

/** Every channel between the desktop app's main process and its find bar. The page has none of them. */
export const FIND_BAR_CHANNELS = {
  /** Messages of the find bar. */
  find: 'find-bar:find',
  step: 'find-bar:step',
  close: 'find-bar:close',
  /** Messages to the find bar. */
  message: 'find-bar:message',
} as const

/** One call without side effects, so the build of the preload, which needs only the channels, can drop it. */
const makeModels = () => ({
  /** An empty text removes the marks but leaves the find bar open. */
  find: z.string().max(200),
  step: z.enum(['next', 'previous']),
})
export const FIND_BAR_MODELS = /* @__PURE__ */ makeModels()
export type FindStep = z.output<(typeof FIND_BAR_MODELS)['step']>

export type FindBarMessage =
  /** The text that was last looked up, shown and selected. */
  | { type: 'begin'; text: string }
  /** Find was chosen again: select the text. */
  | { type: 'select' }
  /** The label tells which of the matches is shown. */
  | { type: 'result'; label: string; matches: number }
  | { type: 'cleared' }

/** `window.findBar`, as the find bar's preload exposes it. */
export interface FindBarBridge {
  find(text: string): void
  step(step: FindStep): void
  close(): void
  onMessage(listener: (message: FindBarMessage) => void): void
}
