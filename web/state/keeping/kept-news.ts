import { t } from '@lingui/core/macro'
import type { Kept } from '#schema/kept.ts'
import { shownName } from '../../i18n/shown-name.ts'
import type { ToastInput } from '../toasts.ts'

/** Returns the toast for two members who both asked to keep in touch. */
export const keptNews = ({ displayName }: Pick<Kept, 'displayName'>): ToastInput => ({
  title: t`You and ${{ name: shownName(displayName) }} keep in touch`,
  description: t`You both asked to. Find them under Kept, and ask to talk again at any time.`,
  duration: 10_000,
})
