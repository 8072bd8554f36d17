import type { PrecacheEntry } from 'serwist'

/** The files that the worker keeps for a language. */
export interface WorkerFiles {
  /** The page for when there is no connection. */
  offline: PrecacheEntry & { url: string }
}

/** By language. scripts/build-worker.mjs inserts it. */
declare const WORKER_FILES: Record<string, WorkerFiles>

/** Returns the files of a language; the English ones for an unknown one. @throws Error if the build has none */
export function workerFiles(language: string | null): WorkerFiles {
  const files = WORKER_FILES[language ?? 'en'] ?? WORKER_FILES.en
  if (!files) throw new Error('the build has no files for the worker')
  return files
}
