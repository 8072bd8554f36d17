import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PlanId } from '#schema/plans.ts'

interface PlanTexts {
  name: MessageDescriptor
  /** How long one payment lasts; shown below the price. */
  interval: MessageDescriptor
  features: readonly MessageDescriptor[]
}

const EVERYTHING = msg`Everything in Premium`
const ONE_PAYMENT = msg`One payment, no renewal`

/** The texts of the plans in the language of the page. */
export const PLAN_TEXTS: Record<PlanId, PlanTexts> = {
  daily: {
    name: msg`Daily Pass`,
    interval: msg({ message: 'for 24 hours', comment: 'below a price' }),
    features: [EVERYTHING, ONE_PAYMENT],
  },
  weekly: {
    name: msg({ message: 'Weekly', comment: 'a plan' }),
    interval: msg({ message: 'for a week', comment: 'below a price' }),
    features: [EVERYTHING, ONE_PAYMENT],
  },
  monthly: {
    name: msg({ message: 'Monthly', comment: 'a plan' }),
    interval: msg({ message: 'for a month', comment: 'below a price' }),
    features: [EVERYTHING, ONE_PAYMENT, msg`Half the daily price`],
  },
  annual: {
    name: msg({ message: 'Annual', comment: 'a plan' }),
    interval: msg({ message: 'for a year', comment: 'below a price' }),
    features: [EVERYTHING, ONE_PAYMENT, msg`A third of the daily price`],
  },
}
