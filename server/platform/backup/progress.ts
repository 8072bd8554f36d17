/** What a backup or a restore does at the moment. */
export interface Progress {
  step: 'write' | 'verify' | 'restore'
  table: string
  /** Bytes of the table's text so far. */
  bytes: number
  /** The rows of the table, once it is finished. */
  rows: number | null
}

export type OnProgress = (progress: Progress) => void
