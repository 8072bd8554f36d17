import { readFileSync } from 'node:fs'
import { i18n } from '@lingui/core'
import { onTestFinished } from 'vitest'
import type { Language } from '#schema/languages.ts'
import { interestMessages } from '#web/i18n/interest-messages.ts'

/** Returns the names of the built-in interests in a language, by their English names. */
export const interestsIn = (language: Language): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/interests.json`, import.meta.url), 'utf8'))

/** Shows interests in a language until the test is over, with all other texts in English or as given. */
export function showInterestsIn(language: Language, texts: Record<string, (string | [string])[]> = {}): void {
  i18n.loadAndActivate({
    locale: language,
    messages: { ...interestMessages(interestsIn(language)), ...texts },
  })
  onTestFinished(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
}
