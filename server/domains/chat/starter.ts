import type { Viewer } from './history.ts'

/** A member who is about to start a conversation. */
export interface Starting extends Viewer {
  /** The account is in its first hours. */
  isNewAccount?: boolean
  /** The request carried a proof of work. */
  hasProofOfWork?: boolean
}

export interface Starter extends Starting {
  emailVerified: boolean
}
