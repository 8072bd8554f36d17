import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { PLANS } from '#schema/plans.ts'
import { PLAN_TEXTS } from '#web/state/payments/plan-texts.ts'

it.each(PLANS)('the English texts of the plan $id are those of the contract', ({ id, ...plan }) => {
  const { name, interval, features } = PLAN_TEXTS[id]
  expect([name, interval, ...features].map((text) => i18n._(text))).toEqual([
    plan.name,
    plan.interval,
    ...plan.features,
  ])
})
