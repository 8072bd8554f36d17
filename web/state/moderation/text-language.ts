import type { BrowserTranslation, BrowserWork } from '../../data/browser-translation.ts'
import { TranslationFailure } from '../../data/translation-failure.ts'

export interface TextLanguageDeps {
  browser: BrowserTranslation
  text: string
  /** The language of the author's interface as a BCP 47 tag: the language of the text if the browser cannot tell. */
  authorLanguage: string | null
  /** Returns the language of the page as a BCP 47 tag. */
  reader(): string
}

/** Finds the language of a text: the browser's guess, else the language of the author's interface. */
export interface TextLanguage {
  /** The language found so far, as a BCP 47 tag. */
  known(): string | null
  /** Returns whether the text may be in another language than the reader's. Downloads nothing. */
  mayBeForeign(signal: AbortSignal): Promise<boolean>
  /** Returns the language, and downloads a model if the browser needs one. Null if nothing tells. @throws TranslationFailure */
  find(work: BrowserWork): Promise<string | null>
}

const baseOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase()

/** Returns whether two BCP 47 tags name one language. Regions and scripts may differ. */
export const isSameLanguage = (one: string, other: string) => baseOf(one) === baseOf(other)

export function createTextLanguage(deps: TextLanguageDeps): TextLanguage {
  const { browser, text, authorLanguage, reader } = deps
  const isForeign = (language: string | null) => language !== null && !isSameLanguage(language, reader())
  let known: string | null = null

  return {
    known: () => known,

    async mayBeForeign(signal) {
      const availability = await browser.detectorAvailability(signal)
      // Many members read the interface in one language and write in another.
      if (availability === 'downloadable' || availability === 'downloading')
        return known === null || isForeign(known)
      if (availability === 'available' && known === null)
        known = await browser.detect(text, { signal, onProgress() {} }).catch(() => null)
      return isForeign(known ?? authorLanguage)
    },

    async find(work) {
      if (known !== null) return known
      try {
        const availability = await browser.detectorAvailability(work.signal)
        const detected = availability === 'unavailable' ? null : await browser.detect(text, work)
        known = detected ?? authorLanguage
      } catch (error) {
        const { reason } = TranslationFailure.of(error)
        if (work.signal.aborted || reason === 'PRESS_NEEDED' || !isForeign(authorLanguage)) throw error
        known = authorLanguage
      }
      return known
    },
  }
}
