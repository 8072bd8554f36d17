import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { LANGUAGES } from '#schema/languages.ts'
import { languageName } from '../../i18n/language-name.ts'
import type { AuthorLanguage } from './operations.ts'

/** Returns the BCP 47 tag of a language of the GraphQL contract: `PT_BR` is `pt-BR`. */
export const languageTag = (name: AuthorLanguage | null): string | null =>
  LANGUAGES.find(({ code }) => code.toUpperCase().replace('-', '_') === name)?.code ?? null

/** Returns the direction of the page's text. */
export const readerDirection = () => LANGUAGES.find(({ code }) => code === i18n.locale)?.direction ?? 'ltr'

/** Says in which language an author reads the interface. Null for an erased account. */
export function interfaceLabel(name: AuthorLanguage | null): string | null {
  const tag = languageTag(name)
  return tag && t`Interface in ${{ language: languageName(tag) }}`
}
