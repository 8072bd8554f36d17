import { t } from '@lingui/core/macro'
import type { Partner } from '#schema/account.ts'
import { languageName } from '../../i18n/language-name.ts'
import { listText } from '../../ui/list-text.ts'

/**
 * Returns the languages of a member in one line: those they speak, the ones that are in `own` first, then those they learn.
 * Empty text without any, as a server of the version before answers.
 */
export function speaksText(
  { languages, learning }: Partial<Pick<Partner, 'languages' | 'learning'>>,
  own: readonly string[],
): string {
  if (!languages?.length) return ''
  const isShared = (code: string) => own.includes(code)
  const sorted = [...languages.filter(isShared), ...languages.filter((code) => !isShared(code))]
  const speaks = t`Speaks: ${{ list: listText(sorted.map(languageName)) }}`
  return learning?.length ? t`${speaks} · Learns: ${{ list: listText(learning.map(languageName)) }}` : speaks
}
