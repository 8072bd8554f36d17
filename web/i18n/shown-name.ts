import { t } from '@lingui/core/macro'
import { ANONYMOUS, DELETED_ACCOUNT } from '#schema/partner-name.ts'

/** Returns a person's name as the page shows it. The server sends English names for people without one. */
export function shownName(name: string): string {
  if (name === ANONYMOUS) return t`Anonymous`
  if (name === DELETED_ACCOUNT) return t`Deleted account`
  return name
}
