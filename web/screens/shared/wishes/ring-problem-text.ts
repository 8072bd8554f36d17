import { t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'
import type { PushForRing } from '../../../state/ring/set-up-push.ts'

const { name: product } = PRODUCT

/** What keeps this browser from ringing. */
export type PushProblem = Exclude<PushForRing, 'on' | 'elsewhere'>

/** Says what keeps this browser from ringing, and what the member can do. */
export function pushProblemText(problem: PushProblem): string {
  if (problem === 'refused') return t`Your browser did not allow notifications, so we can't ring you here.`
  if (problem === 'denied')
    return t`Your browser blocks notifications from this page. Allow them in the browser's site settings, then try again.`
  if (problem === 'unavailable')
    return t`A private window can't get notifications. Try a normal window or another browser.`
  if (problem === 'needs-home-screen')
    return t`On an iPhone or iPad, we can only ring you if ${product} is on your Home Screen.`
  return t`This browser can't show notifications while ${product} is closed. Try another browser or the desktop app.`
}
