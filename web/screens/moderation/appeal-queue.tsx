import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { isVisible } from '#schema/visible.ts'
import { messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useUnsentText } from '../shared/forms/use-unsent-text.ts'
import { AuthorLanguageBadge } from './author-language.tsx'
import { CollapsibleEvidence } from './case-evidence.tsx'
import { DecidedNews, DecidedNotice, useDecidedElsewhere } from './decided-elsewhere.tsx'
import { actionLabel, automaticName, momentOf } from './labels.ts'
import { OpenPerson } from './open-person.tsx'
import { type Action, APPEALS, type Appeal, DECIDE_APPEAL } from './operations.ts'
import { OwnCase, useOwnId } from './own-case.tsx'
import { Queue } from './queue.tsx'
import { ReasonField } from './reason-field.tsx'
import { APPEAL_TEMPLATES } from './reason-templates.ts'
import { useTeam } from './team.tsx'
import { Translate } from './translate.tsx'
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
      title={t`Appeals`}
      note={t`Oldest first. A different moderator decides.`}
      pages={queue}
      empty={t`There are no open appeals.`}
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
            <bdi translate="no">{shownName(person.displayName)}</bdi>
          </b>{' '}
          <time className="caption ink-3" dateTime={appeal.created}>
            {momentOf(appeal.created)}
          </time>{' '}
          <AuthorLanguageBadge language={person.language} />
        </p>
        <blockquote className="said" dir="auto">
          <q>{appeal.text}</q>
        </blockquote>
        <Translate text={appeal.text} authorLanguage={person.language} />
        {action && (
          <p className="ink-2">
            <AppealedAction action={action} />
          </p>
        )}
        <div className="case-ways">
          <OpenPerson userId={person.id} label={t`See the person`} />
          {action?.reportId && <CollapsibleEvidence id={action.reportId} label={t`What was reported`} />}
        </div>
        {decidedBy ? (
          <DecidedNotice by={decidedBy} />
        ) : person.id === own ? (
          <OwnCase because={t`This is your own appeal. Another moderator should decide.`} />
        ) : action?.actor && action.actor.id === own ? (
          <OwnCase because={t`You made this decision. Another moderator should decide.`}>{form}</OwnCase>
        ) : (
          form
        )}
      </div>
    </li>
  )
}

function AppealedAction({ action: { kind, at, actor, reason } }: { action: Action }) {
  const action = actionLabel(kind)
  const time = momentOf(at)
  const name = actor ? shownName(actor.displayName) : automaticName()
  return (
    <Trans comment="{action} is a label such as “Suspended”.">
      {action} {time} by <bdi translate="no">{name}</bdi>: <bdi>{reason}</bdi>
    </Trans>
  )
}

function AppealForm({ appeal, onDecided, handleConflict }: AppealCaseProps) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(DECIDE_APPEAL)
  const [answer, setAnswer] = useUnsentText(`answer ${appeal.id}`)
  const [error, setError] = useState<string>()
  const [reversing, setReversing] = useState(false)

  async function decide(reverse: boolean) {
    if (!isVisible(answer)) return setError(t`Write an answer. The person will read it.`)
    setError(undefined)
    setReversing(reverse)
    try {
      await mutate({ id: appeal.id, reverse, answer: answer.trim() })
      setAnswer('')
      toasts.show({ title: reverse ? t`Decision reversed` : t`Decision upheld` })
      onDecided()
    } catch (cause) {
      if (!handleConflict(cause))
        setError(messageOf(cause, t`We couldn't save your decision. Please try again.`))
    }
  }

  return (
    <>
      <ReasonField
        label={t`Answer (the person will read this)`}
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
          {t`Reverse decision`}
        </Button>
        <Button
          variant="quiet"
          loading={isMutating && !reversing}
          disabled={isMutating && reversing}
          onClick={() => void decide(false)}
        >
          {t`Uphold decision`}
        </Button>
      </div>
    </>
  )
}
