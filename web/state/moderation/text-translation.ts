import type { BrowserWork } from '../../data/browser-translation.ts'
import { TranslationFailure, type TranslationFailureReason } from '../../data/translation-failure.ts'
import { createStore, type Store } from '../store.ts'
import { createTextLanguage, isSameLanguage, type TextLanguageDeps } from './text-language.ts'

export type TranslationProblem =
  | Exclude<TranslationFailureReason, 'PRESS_NEEDED'>
  | 'UNKNOWN_LANGUAGE'
  | 'SAME_LANGUAGE'
  | 'NOT_ALLOWED'

interface Translated {
  step: 'TRANSLATED'
  translation: string
  from: string
  to: string
}

export type TranslationState =
  /** The browser cannot translate, or the text is in the reader's language. */
  | { step: 'UNNEEDED' }
  | { step: 'OFFERED' }
  /** `loaded` is how far the download of a model is, from 0 to 1; null without a download. */
  | { step: 'WORKING'; loaded: number | null }
  /** The browser begins the download only with another press. */
  | { step: 'PRESS_AGAIN' }
  | Translated
  | { step: 'FAILED'; problem: TranslationProblem; from: string | null; to: string }

/** The translation of one text by the reader's browser. */
export interface TextTranslation extends Store<TranslationState> {
  /** Offers a translation unless the text is in the reader's language. Downloads nothing. */
  check(): Promise<void>
  /** Translates the text. Must be called within a press. Does nothing while a translation is under way. */
  translate(): Promise<void>
  /** Ends the work, or hides the translation. */
  stop(): void
  /** Ends the work, because the text is no longer shown. `check` starts again. */
  close(): void
}

export interface TextTranslationDeps extends TextLanguageDeps {
  /** Called when the browser has found a language in a press: now it may find others without one. */
  onDetector(): void
}

export function createTextTranslation(deps: TextTranslationDeps): TextTranslation {
  const { getState, setState, subscribe } = createStore<TranslationState>({ step: 'UNNEEDED' })
  const attempt = createAttempts(deps)
  let checking = new AbortController()
  let working: AbortController | null = null
  let translated: Translated | null = null

  function end() {
    working?.abort()
    working = null
  }

  return {
    getState,
    subscribe,

    async check() {
      checking.abort()
      checking = new AbortController()
      const { signal } = checking
      const isOffered = await attempt.language.mayBeForeign(signal)
      const { step } = getState()
      if (signal.aborted || (step !== 'UNNEEDED' && step !== 'OFFERED')) return
      setState({ step: isOffered ? 'OFFERED' : 'UNNEEDED' })
    },

    async translate() {
      if (working) return
      if (translated?.to === deps.reader()) return setState(translated)
      const own = new AbortController()
      working = own
      setState({ step: 'WORKING', loaded: null })
      const onProgress = (loaded: number) => {
        if (working === own) setState({ step: 'WORKING', loaded: loaded > 0 && loaded < 1 ? loaded : null })
      }
      const result = await attempt.run({ signal: own.signal, onProgress })
      if (working !== own) return
      working = null
      if (result.step === 'TRANSLATED') translated = result
      setState(result)
    },

    stop() {
      end()
      setState({ step: 'OFFERED' })
    },

    close() {
      checking.abort()
      if (working) setState({ step: 'OFFERED' })
      end()
    },
  }
}

/** Attempts at one translation. Each begins where the one before ended. */
function createAttempts(deps: TextTranslationDeps) {
  const { browser, text, reader, onDetector } = deps
  const language = createTextLanguage(deps)
  /** The part of the work that the browser refused without a press. With one, it refuses for another reason. */
  let refused: 'detection' | 'translation' | null = null

  async function run(work: BrowserWork): Promise<TranslationState> {
    const to = reader()
    let part: NonNullable<typeof refused> = 'detection'
    try {
      const from = await language.find(work)
      part = 'translation'
      onDetector()
      if (from === null) return { step: 'FAILED', problem: 'UNKNOWN_LANGUAGE', from, to }
      if (isSameLanguage(from, to)) return { step: 'FAILED', problem: 'SAME_LANGUAGE', from, to }
      const translation = await browser.translate(text, { from, to }, work)
      refused = null
      return { step: 'TRANSLATED', translation, from, to }
    } catch (error) {
      const { reason } = TranslationFailure.of(error)
      const from = language.known()
      if (reason === 'UNSUPPORTED' && from === null)
        return { step: 'FAILED', problem: 'UNKNOWN_LANGUAGE', from, to }
      if (reason !== 'PRESS_NEEDED') return { step: 'FAILED', problem: reason, from, to }
      if (refused === part) return { step: 'FAILED', problem: 'NOT_ALLOWED', from, to }
      refused = part
      return { step: 'PRESS_AGAIN' }
    }
  }

  return { language, run }
}
