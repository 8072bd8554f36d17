/** What a page tells its worker, or asks it. */
export type WorkerMessage =
  /** A member is here: keep what opens the app without a network. `frugal`: without loading more for it. */
  | { type: 'keep-app'; frugal: boolean }
  /** Asks for the version of the app that the worker belongs to. It answers on the port. */
  | { type: 'version' }
  /** Become the active worker, unless other pages are open. */
  | { type: 'take-over' }
  /** The member has hidden the app: take away all that names it. */
  | { type: 'go-quiet' }

const TYPES: ReadonlySet<unknown> = new Set<WorkerMessage['type']>([
  'keep-app',
  'version',
  'take-over',
  'go-quiet',
])

export const isWorkerMessage = (data: unknown): data is WorkerMessage =>
  typeof data === 'object' && data !== null && 'type' in data && TYPES.has(data.type)
