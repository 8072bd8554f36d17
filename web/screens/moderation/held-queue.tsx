import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Mark } from '../../ui/mark.tsx'
import { AuthorLanguageBadge } from './author-language.tsx'
import { DecideSender } from './decide-sender.tsx'
import { DecidedNews, DecidedNotice, useDecidedElsewhere } from './decided-elsewhere.tsx'
import { heldRuleLabel, momentOf } from './labels.ts'
import { OpenPerson } from './open-person.tsx'
import { DECIDE_HELD, HELD_MESSAGES, type HeldMessage } from './operations.ts'
import { OwnCase, useOwnId } from './own-case.tsx'
import { Queue } from './queue.tsx'
import { useTeam } from './team.tsx'
import { Translate } from './translate.tsx'
import { useQueue } from './use-queue.ts'

export function HeldQueue({ shown }: { shown: boolean }) {
  const queue = useQueue(HELD_MESSAGES, { shown, pageIn: ({ heldMessages }) => heldMessages })
  const elsewhere = useDecidedElsewhere(queue)
  const nodes = queue.page?.nodes ?? []
  return (
    <Queue
      title={t`Held messages`}
      note={t`Oldest first. The senders know that these messages were not sent.`}
      pages={queue}
      empty={t`There are no held messages.`}
      news={<DecidedNews {...elsewhere} />}
    >
      <ul>
        {nodes.map((message) => (
          <HeldCase
            key={message.id}
            message={message}
            hasMore={nodes.filter(({ sender }) => sender.id === message.sender.id).length > 1}
            onDecided={(ids) => queue.drop(({ id }) => ids.includes(id))}
            handleConflict={(error) => queue.handleConflict(message, error)}
          />
        ))}
      </ul>
    </Queue>
  )
}

interface HeldCaseProps {
  message: HeldMessage
  /** Whether the list shows more messages of the sender. */
  hasMore: boolean
  onDecided(ids: readonly string[]): void
  handleConflict(error: unknown): boolean
}

function HeldCase({ message, hasMore, onDecided, handleConflict }: HeldCaseProps) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(DECIDE_HELD)
  const own = useOwnId() === message.sender.id
  const id = useId()
  const decidedBy = useTeam().decided.get(message.id)
  const [error, setError] = useState<string>()

  async function decide(release: boolean) {
    setError(undefined)
    try {
      await mutate({ id: message.id, release })
      toasts.show({ title: release ? t`Message sent` : t`Message refused` })
      onDecided([message.id])
    } catch (cause) {
      if (!handleConflict(cause))
        setError(messageOf(cause, t`We couldn't save your decision. Please try again.`))
    }
  }

  return (
    <li className="appeal-case" data-row={message.id} tabIndex={-1} aria-labelledby={id}>
      <Mark id={message.sender.id} size="2.25rem" />
      <div>
        <p>
          <b id={id}>
            <bdi translate="no">{shownName(message.sender.displayName)}</bdi>
          </b>{' '}
          <time className="caption ink-3" dateTime={message.created}>
            {momentOf(message.created)}
          </time>{' '}
          <span className="badge">{heldRuleLabel(message.rule)}</span>{' '}
          <AuthorLanguageBadge language={message.sender.language} />
        </p>
        <blockquote className="said" dir="auto">
          <q>{message.text}</q>
        </blockquote>
        <Translate text={message.text} authorLanguage={message.sender.language} />
        <FieldError id={`held-${message.id}`}>{error}</FieldError>
        <div className="case-ways">
          <OpenPerson userId={message.sender.id} label={t`See the person`} />
        </div>
        {decidedBy ? (
          <DecidedNotice by={decidedBy} />
        ) : own ? (
          <OwnCase because={t`You wrote this message. Another moderator should decide.`} />
        ) : (
          <div className="appeal-acts">
            <Button loading={isMutating} onClick={() => void decide(true)}>
              {t`Send message`}
            </Button>
            <Button variant="quiet" loading={isMutating} onClick={() => void decide(false)}>
              {t`Refuse message`}
            </Button>
            {hasMore && <DecideSender sender={message.sender} onDecided={onDecided} />}
          </div>
        )}
      </div>
    </li>
  )
}
