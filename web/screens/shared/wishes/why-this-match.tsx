import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { LookingFor } from '#schema/enums.ts'
import { LOOKING_FOR_LABELS } from '../../../i18n/enum-labels.ts'
import { interestName } from '../../../i18n/interest-name.ts'
import { languageName } from '../../../i18n/language-name.ts'
import { listText } from '../../../ui/list-text.ts'

interface CommonGround {
  interests: readonly string[]
  lookingFor: readonly LookingFor[]
  languages: readonly string[]
  /** The topic of the evening that brought the two together. */
  evening?: string | null | undefined
  /** Whether the two searched for a language exchange. The chat says who learns which language. */
  isExchange?: boolean | undefined
}

/** Keeps the sentence short: the panel shows all shared interests below it. */
const NAMED_INTERESTS = 3

/**
 * Returns what two members have in common, in the order of the ranking: an exchange, an evening, interests, then what they look
 * for.
 */
function reasonOf({ interests, lookingFor, languages, evening, isExchange }: CommonGround): string {
  if (isExchange) return t`What brought you together: a language exchange.`
  if (evening) return t`What brought you together: the evening about ${{ topic: interestName(evening) }}.`
  const speak = listText(languages.map(languageName))
  const like = listText(interests.slice(0, NAMED_INTERESTS).map(interestName))
  const want = listText(lookingFor.map((choice) => i18n._(LOOKING_FOR_LABELS[choice])))
  if (like && speak) return t`What brought you together: you both like ${like} and speak ${speak}.`
  if (like) return t`What brought you together: you both like ${like}.`
  if (!speak) return t`What brought you together: you both wanted someone to talk to.`
  if (want) return t`What brought you together: you want the same (${want}) and both speak ${speak}.`
  return t`What brought you together: you both speak ${speak} and wanted someone to talk to.`
}

/** Says in one sentence what brought the two together. */
export const WhyThisMatch = (common: CommonGround) => <p dir="auto">{reasonOf(common)}</p>
