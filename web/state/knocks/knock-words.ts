import { t } from '@lingui/core/macro'
import type { Knock } from '#schema/knocks.ts'
import { shownName } from '../../i18n/shown-name.ts'

/** Returns who would like to talk, in one sentence. */
export function knockTitle({ displayName, again }: Pick<Knock, 'displayName' | 'again'>): string {
  const name = shownName(displayName)
  return again ? t`${name} would like to talk again` : t`${name} would like to talk`
}

/** Returns the words of a notification about a knock. */
export const knockNews = (knock: Knock) => ({
  title: knockTitle(knock),
  body: t`Open the page to answer.`,
})
