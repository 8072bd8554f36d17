import type { BrowserTranslation } from '../../data/browser-translation.ts'
import { createTextTranslation, type TextTranslation } from './text-translation.ts'

/** The translations of a page. They share the browser's models. */
export interface TranslationDesk {
  /**
   * Returns the translation of a text; null when the browser has no Translator API. `authorLanguage` is the language of
   * the author's interface as a BCP 47 tag, if known.
   */
  translationOf(text: string, authorLanguage: string | null): TextTranslation | null
  /** Unloads the models. */
  close(): void
}

export interface TranslationDeskDeps {
  browser: BrowserTranslation | null
  /** Returns the language of the page as a BCP 47 tag. */
  reader(): string
}

export function createTranslationDesk({ browser, reader }: TranslationDeskDeps): TranslationDesk {
  /** The translations of the texts that are shown. */
  const shown = new Set<TextTranslation>()

  return {
    translationOf(text, authorLanguage) {
      if (!browser) return null
      const onDetector = () => {
        for (const other of shown) if (other !== translation) void other.check()
      }
      const own = createTextTranslation({ browser, text, authorLanguage, reader, onDetector })
      const translation: TextTranslation = {
        ...own,
        check() {
          shown.add(translation)
          return own.check()
        },
        close() {
          shown.delete(translation)
          own.close()
        },
      }
      return translation
    },

    close: () => browser?.close(),
  }
}
