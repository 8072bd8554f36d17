import { t } from '@lingui/core/macro'
import type { SearchEvening } from '#schema/ring.ts'
import { interestName } from '../../../i18n/interest-name.ts'
import { timeOfDay } from '../../../i18n/locales.ts'

/** Says on the search screen that the search is within an evening. */
export function EveningLine({ evening }: { evening: SearchEvening }) {
  const topic = interestName(evening.topic)
  const time = timeOfDay(evening.endsAt)
  return <p className="caption">{t`You're searching within an evening: ${topic}, until ${time}.`}</p>
}
