import { t } from '@lingui/core/macro'
import { ANONYMOUS } from '#schema/partner-name.ts'

/** Returns a partner's name as the page shows it. The server sends one English name for partners without a name. */
export const shownName = (name: string) => (name === ANONYMOUS ? t`Anonymous` : name)
