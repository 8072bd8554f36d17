import { t } from '@lingui/core/macro'
import type { Partner, User } from '#schema/account.ts'
import { spokenLanguagesOf } from '#schema/spoken-languages.ts'
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

/** Returns who of the two learns which language of the other, in one line; empty text where no one does any more. */
export function exchangeText(
  { languages, learning }: Pick<Partner, 'languages' | 'learning'>,
  me: User,
): string {
  const own: readonly string[] = spokenLanguagesOf(me)
  const taught: readonly string[] = languages
  // A server of the version before answers without it.
  const mine = listText((me.learning ?? []).filter((code) => taught.includes(code)).map(languageName))
  const theirs = listText((learning ?? []).filter((code) => own.includes(code)).map(languageName))
  if (mine && theirs) return t`You learn ${mine}, they learn ${theirs}`
  if (mine) return t`You learn ${mine}`
  return theirs && t`They learn ${theirs}`
}
