import { i18n } from '@lingui/core'
import { loadTexts } from './load-texts.ts'

/** How long to wait before another attempt to fetch the first texts, in milliseconds. */
const RETRY_AFTER = 3_000

/** Makes a language the language of the page, and loads the texts that every screen needs. Tries until it succeeds. */
export async function startTexts(language: string): Promise<void> {
  i18n.activate(language)
  for (;;) {
    try {
      return await loadTexts('base')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
    }
  }
}
