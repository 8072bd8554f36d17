import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { excessOf } from '#schema/graphemes.ts'
import { LIMITS } from '#schema/limits.ts'
import { isSanctionKind } from '#schema/moderation.ts'
import { isVisible } from '#schema/visible.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { numberLocale } from '../../i18n/locales.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { listText } from '../../ui/list-text.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { tooLongError } from '../../ui/too-long.tsx'
import { ActionSource, ActionTitle } from './action-lines.tsx'
import { AuthorLanguageBadge } from './author-language.tsx'
import { dayOf, momentOf } from './labels.ts'
import { Notes } from './notes.tsx'
import { type Action, DECIDE_ABOUT_PERSON, type PersonDetail, REVERSE_ACTION } from './operations.ts'
import { ReportsAbout } from './reports-about.tsx'
import { usePerson } from './use-person.ts'
import { VerdictForm } from './verdict-form.tsx'

/** All details about a person that a decision may need. */
export function PersonDialog({ userId, onClose }: { userId: string; onClose(): void }) {
  const { data, loading, failure, refetch } = usePerson(userId)
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={data ? shownName(data.person.user.displayName) : t`Person`}
    >
      <div className="panel-scroll person-detail">
        {failure && <LoadFailure message={failure.message} loading={loading} retry={refetch} />}
        {!data && !failure && <Loading label={t`Loading the person`} />}
        {data && <Detail person={data.person} refetch={refetch} />}
      </div>
    </Sheet>
  )
}

function Detail({ person, refetch }: { person: PersonDetail; refetch(): Promise<void> }) {
  const { mutate, isMutating } = useMutation(DECIDE_ABOUT_PERSON)
  const { user } = person
  return (
    <>
      <div className="person-head">
        <Mark id={user.id} size="3.5rem" />
        <div>
          {user.email && (
            <p className="ink" translate="no">
              {user.email}
            </p>
          )}
          <p className="caption ink-3">
            {listText(
              [user.age.toLocaleString(numberLocale()), user.city, user.country].flatMap(
                (part) => part || [],
              ),
            )}
          </p>
          <span className="state-badges">
            <AccountStatusBadge person={person} />
            <span className="badge" data-tone={user.premium ? 'you' : undefined}>
              {user.premium ? t`Premium` : t({ message: 'Free', context: 'plan' })}
            </span>
            <span className="badge" data-tone={user.emailVerified ? 'success' : 'notice'}>
              {user.emailVerified
                ? t({ message: 'Verified', context: 'email address' })
                : t({ message: 'Unverified', context: 'email address' })}
            </span>
            <AuthorLanguageBadge language={person.language} />
          </span>
        </div>
      </div>
      <dl className="case-facts">
        {factsOf(person).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {person.interests.length > 0 && (
        <ul className="person-interests" aria-label={t`Interests`}>
          {person.interests.map((interest) => (
            <li key={interest} className="badge">
              <bdi>{interest}</bdi>
            </li>
          ))}
        </ul>
      )}
      <h3 className="panel-heading">{t`Reports about them`}</h3>
      <ReportsAbout reports={person.reports} />
      <h3 className="panel-heading">{t`Decisions and actions`}</h3>
      {person.actions.length === 0 ? (
        <p className="ink-2">{t`None so far.`}</p>
      ) : (
        <ol className="action-list">
          {person.actions.map((action) => (
            <PersonAction key={action.id} action={action} all={person.actions} refetch={refetch} />
          ))}
        </ol>
      )}
      <Notes userId={user.id} reportId={null} notes={person.notes} refetch={refetch} />
      <h3 className="panel-heading">{t`Decide without a report`}</h3>
      <VerdictForm
        about={user.id}
        isMutating={isMutating}
        decide={async (verdict) => {
          await mutate({ id: user.id, ...verdict })
          await refetch()
        }}
      />
    </>
  )
}

const factsOf = (person: PersonDetail) =>
  [
    [t`Member since`, dayOf(person.user.created)],
    [t`Last seen`, momentOf(person.user.lastSeen)],
    [t`Conversations`, person.conversations],
    [t`Reports about them`, person.reportsReceived],
    [t`Reports they made`, person.reportsMade],
    [
      t({ message: 'Blocked by', comment: 'how many members have blocked this member' }),
      person.blocksReceived,
    ],
    [t`Active strikes`, person.openStrikes],
  ] as const

function AccountStatusBadge({ person }: { person: PersonDetail }) {
  if (person.bannedAt)
    return (
      <span className="badge" data-tone="danger">
        {t`Banned`}
      </span>
    )
  if (person.suspendedUntil)
    return (
      <span className="badge" data-tone="danger">
        {t`Until ${{ time: momentOf(person.suspendedUntil) }}`}
      </span>
    )
  return (
    <span className="badge" data-tone="success">
      {t({ message: 'Active', context: 'account' })}
    </span>
  )
}

interface PersonActionProps {
  action: Action
  all: readonly Action[]
  refetch(): Promise<void>
}

function PersonAction({ action, all, refetch }: PersonActionProps) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(REVERSE_ACTION)
  // The form is part of the page, because the desktop app has no browser prompts.
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [failed, setFailed] = useState<string>()
  const isReversed = all.some(({ reversed }) => reversed === action.id)

  async function reverse() {
    try {
      await mutate({ id: action.id, reason: reason.trim() })
      setAsking(false)
      toasts.show({ title: t`Decision reversed` })
      await refetch()
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'CONFLICT') {
        toasts.show({ title: t`Already reversed`, description: error.message })
        return refetch()
      }
      setFailed(messageOf(error, t`We couldn't reverse this decision. Please try again.`))
    }
  }

  return (
    <li>
      <p>
        <ActionTitle action={action} />
        {isReversed && <span className="badge">{t`Reversed`}</span>}
      </p>
      <p className="ink-2" dir="auto">
        {action.reason}
      </p>
      <p className="caption ink-3">
        <ActionSource action={action} />
      </p>
      {isSanctionKind(action.kind) && !isReversed && !asking && (
        <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
          {t({ message: 'Reverse', context: 'a decision' })}
        </Button>
      )}
      {asking && !isReversed && (
        <form
          className="take-back"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isMutating && isVisible(reason)) void reverse()
          }}
        >
          <TextField
            label={t`Why do you reverse this decision?`}
            autoFocus
            required
            value={reason}
            error={
              tooLongError(excessOf(reason.trim(), LIMITS.reportReason.max), LIMITS.reportReason.max) ??
              failed
            }
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="appeal-acts">
            <Button type="submit" size="sm" loading={isMutating} disabled={!isVisible(reason)}>
              {t`Reverse decision`}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setAsking(false)}>
              {t`Cancel`}
            </Button>
          </div>
        </form>
      )}
    </li>
  )
}
