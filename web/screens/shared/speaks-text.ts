import { t } from '@lingui/core/macro'
import { languageName } from '../../i18n/language-name.ts'
import { listText } from '../../ui/list-text.ts'

/**
 * Returns the languages of the partner in one line, those that the member also speaks first; empty text without any, as a
 * server of the version before answers.
 */
export function speaksText(languages: readonly string[] | undefined, own: readonly string[]): string {
  if (!languages?.length) return ''
  const isShared = (code: string) => own.includes(code)
  const sorted = [...languages.filter(isShared), ...languages.filter((code) => !isShared(code))]
  return t`Speaks: ${{ list: listText(sorted.map(languageName)) }}`
}
