import { t } from '@lingui/core/macro'
import { POLICY } from '#schema/policy.ts'

/** Returns how soon support answers members with premium. */
export function premiumAnswerTimes(): string {
  const { general, technical } = POLICY.premiumAnswerHours
  const { from, to } = general
  const { from: soonFrom, to: soonTo } = technical
  return t`With Premium, we answer within ${from} to ${to} hours, and technical and urgent questions within ${soonFrom} to ${soonTo}.`
}
