import { useId, useState } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { messageOf } from '../../data/failure.ts'
import { useAct, useAsk } from '../../state/graphql-react.tsx'
import { useServices } from '../../state/react.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Mark } from '../../ui/mark.tsx'
import { APPEALS, type Appeal, DECIDE_APPEAL } from './operations.ts'
import { Queue } from './queue.tsx'
import { KIND_WORDS, momentOf } from './words.ts'

export function AppealQueue() {
  const { data, loading, failure, refetch, more } = useAsk(APPEALS, { status: 'OPEN' })
  const appeals = data?.appeals
  return (
    <Queue
      title="Appeals"
      note="Oldest first. Somebody else than who acted decides."
      page={appeals}
      loading={loading}
      failure={failure}
      refetch={refetch}
      empty="Nobody has appealed."
      more={(after) =>
        more({ after }, (before, added) => ({
          appeals: { ...added.appeals, nodes: [...before.appeals.nodes, ...added.appeals.nodes] },
        }))
      }
    >
      <ul>
        {appeals?.nodes.map((appeal) => (
          <AppealCase key={appeal.id} appeal={appeal} onDecided={refetch} />
        ))}
      </ul>
    </Queue>
  )
}

function AppealCase({ appeal, onDecided }: { appeal: Appeal; onDecided(): Promise<void> }) {
  const { toasts } = useServices()
  const { act, acting } = useAct(DECIDE_APPEAL)
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string>()
  const { person, action } = appeal

  async function decide(reverse: boolean) {
    if (answer.trim() === '') return setError('Give an answer: the person reads it.')
    setError(undefined)
    try {
      await act({ id: appeal.id, reverse, answer: answer.trim() })
      toasts.show({ title: reverse ? 'Taken back' : 'Upheld' })
      await onDecided()
    } catch (cause) {
      setError(messageOf(cause, 'This could not be decided. Please try again.'))
    }
  }

  return (
    <li className="appeal-case">
      <Mark id={person.id} size="2.25rem" />
      <div>
        <p>
          <b>
            <bdi>{person.displayName}</bdi>
          </b>{' '}
          <time className="caption ink-3" dateTime={appeal.created}>
            {momentOf(appeal.created)}
          </time>
        </p>
        <blockquote className="said" dir="auto">
          “{appeal.text}”
        </blockquote>
        {action && (
          <p className="ink-2">
            {KIND_WORDS[action.kind]} {momentOf(action.at)} by{' '}
            {action.actor ? <bdi>{action.actor.displayName}</bdi> : 'Rapport itself'}:{' '}
            <bdi>{action.reason}</bdi>
          </p>
        )}
        <div className="field">
          <label className="label" htmlFor={id}>
            Answer, as they will read it
          </label>
          <textarea
            id={id}
            className="input"
            dir="auto"
            maxLength={LIMITS.reportReason.max}
            value={answer}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => setAnswer(event.target.value)}
          />
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
        <div className="appeal-acts">
          <Button loading={acting} onClick={() => void decide(true)}>
            Take it back
          </Button>
          <Button variant="quiet" loading={acting} onClick={() => void decide(false)}>
            It stands
          </Button>
        </div>
      </div>
    </li>
  )
}
