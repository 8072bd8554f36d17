import type { PrecacheEntry } from 'serwist'

type Versioned = PrecacheEntry & { url: string }

/** Files whose names have hashes. */
interface HashedFiles {
  /** What the home and an open chat cannot do without. */
  readonly needed: readonly string[]
  /** What members may use later. */
  readonly further: readonly string[]
}

interface Offline {
  /** The page for when there is no connection. */
  readonly offline: Versioned
}

interface Neutral {
  /** The page that hides the app, and its script. It opens from what is kept, also with a network. */
  readonly neutral: readonly Versioned[]
}

interface App {
  /** The bare page, which starts the app at any address. */
  readonly shell: Versioned
  /** Copies of scripts that the network answers while it can: every version has them at the same address. */
  readonly copies: readonly Versioned[]
}

/** The files that the worker keeps for a language. */
export type WorkerFiles = HashedFiles & Offline & Neutral & App

/** scripts/build-worker.mjs inserts it. */
declare const WORKER_FILES: HashedFiles & Neutral & App & { languages: Record<string, HashedFiles & Offline> }

/** Returns the files of a language; the English ones for an unknown one. @throws Error if the build has none */
export function workerFiles(language: string | null): WorkerFiles {
  const { languages, ...common } = WORKER_FILES
  const own = languages[language ?? 'en'] ?? languages.en
  if (!own) throw new Error('the build has no files for the worker')
  return {
    ...common,
    offline: own.offline,
    needed: [...common.needed, ...own.needed],
    further: [...common.further, ...own.further],
  }
}
