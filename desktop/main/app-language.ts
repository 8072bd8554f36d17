import { i18n, type Messages } from '@lingui/core'
import { directionOf, type Language } from '#schema/languages.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** Loads the app's texts in one language. */
export type LoadTexts = (language: Language) => Promise<Messages>

export interface AppLanguage {
  get(): Language
  direction(): 'ltr' | 'rtl'
  /** Changes to the language of the page, and remembers it for the next start. */
  follow(language: Language): Promise<void>
  /** Calls the listener when the texts are there in another language. */
  onChange(listener: () => void): void
}

/**
 * Loads the app's texts: in the language that the page showed last, or in the one that fits the system before a page
 * has been shown. Texts of the main process are written `t(i18n)`, because `t` alone compiles to a function of the web
 * app (lingui.config.ts).
 */
export async function createAppLanguage({
  settings,
  systemLanguages,
  loadTexts,
  log,
}: {
  settings: Settings
  /** The languages of the system, the preferred one first. */
  systemLanguages: readonly string[]
  loadTexts: LoadTexts
  log: Log
}): Promise<AppLanguage> {
  const listeners: (() => void)[] = []
  let wanted = settings.get().language ?? pickLanguage(systemLanguages)
  let current = wanted
  i18n.loadAndActivate({ locale: wanted, messages: await loadTexts(wanted) })

  return {
    get: () => current,
    direction: () => directionOf(current),
    async follow(language) {
      if (settings.get().language !== language) settings.change({ language })
      if (language === wanted) return
      wanted = language
      try {
        const messages = await loadTexts(language)
        // The page has changed its language again.
        if (language !== wanted) return
        i18n.loadAndActivate({ locale: language, messages })
        current = language
        for (const listener of listeners) listener()
      } catch {
        if (language === wanted) wanted = current
        log(`the texts in ${language} cannot be read`)
      }
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
