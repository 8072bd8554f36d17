export type TranslationFailureReason =
  /** The browser starts a download only within a press of the member. */
  | 'PRESS_NEEDED'
  /** The browser does not translate between these languages. */
  | 'UNSUPPORTED'
  | 'TOO_LONG'
  | 'DOWNLOAD'
  | 'NO_ANSWER'
  /** The browser ended the translation itself. */
  | 'STOPPED'
  | 'OTHER'

const REASONS: Record<string, TranslationFailureReason> = {
  NotAllowedError: 'PRESS_NEEDED',
  NotSupportedError: 'UNSUPPORTED',
  QuotaExceededError: 'TOO_LONG',
  NetworkError: 'DOWNLOAD',
  AbortError: 'STOPPED',
}

/** A translation by the browser that did not succeed. */
export class TranslationFailure extends Error {
  readonly reason: TranslationFailureReason

  constructor(reason: TranslationFailureReason, cause?: unknown) {
    super(`the browser did not translate: ${reason}`, { cause })
    this.name = 'TranslationFailure'
    this.reason = reason
  }

  /** Returns the failure for an exception of the Translator and Language Detector APIs. */
  static of(error: unknown): TranslationFailure {
    if (error instanceof TranslationFailure) return error
    const name = error instanceof Error || error instanceof DOMException ? error.name : ''
    return new TranslationFailure(REASONS[name] ?? 'OTHER', error)
  }
}
