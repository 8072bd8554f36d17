import { useId, useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { CollapsibleEvidence } from './case-evidence.tsx'
import { DecidedNews, DecidedNotice, useDecidedElsewhere } from './decided-elsewhere.tsx'
import { ACTION_LABELS, momentOf } from './labels.ts'
import { OpenPerson } from './open-person.tsx'
import { APPEALS, type Appeal, DECIDE_APPEAL } from './operations.ts'
import { OwnCase, useOwnId } from './own-case.tsx'
import { Queue } from './queue.tsx'
import { ReasonField } from './reason-field.tsx'
import { APPEAL_TEMPLATES } from './reason-templates.ts'
import { useTeam } from './team.tsx'
import { useQueue } from './use-queue.ts'

export function AppealQueue({ shown }: { shown: boolean }) {
  const queue = useQueue(APPEALS, {
    status: 'OPEN',
    shown,
    pageIn: ({ appeals }) => appeals,
  })
  const elsewhere = useDecidedElsewhere(queue)
  return (
    <Queue
      title="Appeals"
      note="Oldest first. A different moderator decides."
      pages={queue}
      empty="There are no open appeals."
      news={<DecidedNews {...elsewhere} />}
    >
      <ul>
        {queue.page?.nodes.map((appeal) => (
          <AppealCase
            key={appeal.id}
            appeal={appeal}
            onDecided={() => queue.drop(({ id }) => id === appeal.id)}
            handleConflict={(error) => queue.handleConflict(appeal, error)}
          />
        ))}
      </ul>
    </Queue>
  )
}

interface AppealCaseProps {
  appeal: Appeal
  onDecided(): void
  handleConflict(error: unknown): boolean
}

function AppealCase({ appeal, onDecided, handleConflict }: AppealCaseProps) {
  const { person, action } = appeal
  const own = useOwnId()
  const id = useId()
  const decidedBy = useTeam().decided.get(appeal.id)
  const form = <AppealForm appeal={appeal} onDecided={onDecided} handleConflict={handleConflict} />
  return (
    <li className="appeal-case" data-row={appeal.id} tabIndex={-1} aria-labelledby={id}>
      <Mark id={person.id} size="2.25rem" />
      <div>
        <p>
          <b id={id}>
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
            {ACTION_LABELS[action.kind]} {momentOf(action.at)} by{' '}
            {action.actor ? <bdi>{action.actor.displayName}</bdi> : `${PRODUCT.name} (automatic)`}:{' '}
            <bdi>{action.reason}</bdi>
          </p>
        )}
        <div className="case-ways">
          <OpenPerson userId={person.id} label="See the person" />
          {action?.reportId && <CollapsibleEvidence id={action.reportId} label="What was reported" />}
        </div>
        {decidedBy ? (
          <DecidedNotice by={decidedBy} />
        ) : person.id === own ? (
          <OwnCase because="This is your own appeal." />
        ) : action?.actor && action.actor.id === own ? (
          <OwnCase because="You made this decision.">{form}</OwnCase>
        ) : (
          form
        )}
      </div>
    </li>
  )
}

function AppealForm({ appeal, onDecided, handleConflict }: AppealCaseProps) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(DECIDE_APPEAL)
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string>()
  const [reversing, setReversing] = useState(false)

  async function decide(reverse: boolean) {
    if (answer.trim() === '') return setError('Write an answer. The person will read it.')
    setError(undefined)
    setReversing(reverse)
    try {
      await mutate({ id: appeal.id, reverse, answer: answer.trim() })
      toasts.show({ title: reverse ? 'Decision reversed' : 'Decision upheld' })
      onDecided()
    } catch (cause) {
      if (!handleConflict(cause))
        setError(messageOf(cause, "We couldn't save your decision. Please try again."))
    }
  }

  return (
    <>
      <ReasonField
        label="Answer (the person will read this)"
        value={answer}
        error={error}
        templates={APPEAL_TEMPLATES}
        onChange={setAnswer}
      />
      <div className="appeal-acts">
        <Button
          loading={isMutating && reversing}
          disabled={isMutating && !reversing}
          onClick={() => void decide(true)}
        >
          Reverse decision
        </Button>
        <Button
          variant="quiet"
          loading={isMutating && !reversing}
          disabled={isMutating && reversing}
          onClick={() => void decide(false)}
        >
          Uphold decision
        </Button>
      </div>
    </>
  )
}
