import { t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'
import { useMember } from '../../../hooks/member.tsx'
import type { PushForRing } from '../../../state/ring/set-up-push.ts'
import { Button } from '../../../ui/button.tsx'

const { name: product } = PRODUCT

/** What keeps this browser from ringing. */
export type PushProblem = Exclude<PushForRing, 'on' | 'elsewhere'>

function sentence(problem: PushProblem): string {
  if (problem === 'refused') return t`Your browser did not allow notifications, so we can't ring you here.`
  if (problem === 'denied')
    return t`Your browser blocks notifications from this page. Allow them in the browser's site settings, then try again.`
  if (problem === 'unavailable')
    return t`A private window can't get notifications. Try a normal window or another browser.`
  if (problem === 'needs-home-screen')
    return t`On an iPhone or iPad, we can only ring you if ${product} is on your Home Screen.`
  return t`This browser can't show notifications while ${product} is closed. Try another browser or the desktop app.`
}

/** Says why the member cannot be rung: the reason of this browser, or a text of the server. */
export function RingProblem({ problem }: { problem: { push: PushProblem } | { text: string } }) {
  const { panel } = useMember()
  const isText = 'text' in problem
  return (
    <div className="notice" role="alert">
      <p>{isText ? problem.text : sentence(problem.push)}</p>
      {!isText && problem.push === 'needs-home-screen' && (
        <Button size="sm" variant="quiet" onClick={() => panel.setState('settings')}>
          {t`Show me how`}
        </Button>
      )}
    </div>
  )
}
