import { t } from '@lingui/core/macro'
import { languageName } from '../../i18n/language-name.ts'
import type { TranslationState } from '../../state/moderation/text-translation.ts'

type Failed = Extract<TranslationState, { step: 'FAILED' }>

/** Returns the sentence for a translation that failed. */
export function translationProblem({ problem, from, to }: Failed): string {
  const sentences: Record<Failed['problem'], () => string> = {
    UNSUPPORTED: () =>
      t`Your browser can't translate from ${{ from: languageName(from ?? '') }} to ${{ to: languageName(to) }}.`,
    UNKNOWN_LANGUAGE: () => t`Your browser can't tell which language this is.`,
    SAME_LANGUAGE: () => t`This text is already in ${{ to: languageName(to) }}.`,
    TOO_LONG: () => t`This text is too long for your browser to translate.`,
    DOWNLOAD: () => t`Your browser couldn't download the language. Check your connection and try again.`,
    NOT_ALLOWED: () => t`Your browser doesn't allow translations on this page.`,
    NO_ANSWER: () => t`Your browser didn't answer. Please try again.`,
    STOPPED: () => t`Your browser stopped the translation. Please try again.`,
    OTHER: () => t`Your browser couldn't translate this text. Please try again.`,
  }
  return sentences[problem]()
}
