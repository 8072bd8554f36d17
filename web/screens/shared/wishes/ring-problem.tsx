import { t } from '@lingui/core/macro'
import { useMember } from '../../../hooks/member.tsx'
import { Button } from '../../../ui/button.tsx'
import { type PushProblem, pushProblemText } from './ring-problem-text.ts'

interface RingProblemProps {
  /** The reason of this browser, or a text of the server. */
  problem: { push: PushProblem } | { text: string }
  /** Whether the member has just asked to be rung. */
  isAnswer: boolean
}

/** Says why the member cannot be rung. */
export function RingProblem({ problem, isAnswer }: RingProblemProps) {
  const { panel } = useMember()
  const isText = 'text' in problem
  return (
    <div className="notice" role={isAnswer ? 'alert' : undefined}>
      <p>{isText ? problem.text : pushProblemText(problem.push)}</p>
      {!isText && problem.push === 'needs-home-screen' && (
        <Button size="sm" variant="quiet" onClick={() => panel.setState('settings')}>
          {t`Show me how`}
        </Button>
      )}
    </div>
  )
}
