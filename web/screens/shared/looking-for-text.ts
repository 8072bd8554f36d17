import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { LookingFor } from '#schema/enums.ts'
import { LOOKING_FOR_LABELS } from '../../i18n/enum-labels.ts'
import { listText } from '../../ui/list-text.ts'

/** Returns what the partner is looking for, in one line. */
export const lookingForText = (lookingFor: readonly LookingFor[]) =>
  t`Looking for: ${{ list: listText(lookingFor.map((one) => i18n._(LOOKING_FOR_LABELS[one]))) }}`
