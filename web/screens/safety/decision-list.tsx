import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useState } from 'react'
import { STRIKES } from '#schema/moderation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { useUnsentText } from '../shared/forms/use-unsent-text.ts'
import { Appeal, appealName } from './appeal.tsx'
import { dateOf } from './dates.ts'
import { Listing } from './listing.tsx'
import { STANDING, type Warning } from './operations.ts'

const { lastDays, limit, suspendsForDays } = STRIKES

const DECISION_TITLES: Record<Warning['kind'], MessageDescriptor> = {
  WARN: msg`Warned`,
  SUSPEND: msg`Suspended`,
  PAUSE: msg`Paused`,
  BAN: msg`Banned`,
}

/** The title of a decision with an end. */
const TITLES_UNTIL: Record<Warning['kind'], (date: string) => string> = {
  WARN: (date) => t`Warned until ${date}`,
  SUSPEND: (date) => t`Suspended until ${date}`,
  PAUSE: (date) => t`Paused until ${date}`,
  BAN: (date) => t`Banned until ${date}`,
}

/** The moderation decisions about the member. */
export function DecisionList() {
  const query = useQuery(STANDING, {})
  const history = query.data?.standing.history ?? null
  return (
    <>
      {history && history.length > 0 && (
        <p className="ink-2">
          {t`Each warning or suspension is a strike. It counts for ${lastDays} days. With ${limit} strikes at the same time, we suspend your account for ${suspendsForDays} days.`}
        </p>
      )}
      <Listing
        items={history}
        query={query}
        loading={t`Loading our decisions`}
        failed={t`We couldn't load our decisions.`}
        empty={t`You have no warnings and no suspensions.`}
      >
        {(warning) => <Decision key={warning.actionId} warning={warning} onChanged={query.refetch} />}
      </Listing>
    </>
  )
}

function Decision({ warning, onChanged }: { warning: Warning; onChanged(): Promise<void> }) {
  const { actionId, kind, reason, at, until, reversed, strikeUntil, appeal } = warning
  const [kept] = useUnsentText(appealName(actionId))
  const [isPressed, setPressed] = useState(false)
  return (
    <li className="safety-row">
      <div className="safety-row-head">
        <h3 className="subhead">
          {until ? TITLES_UNTIL[kind](dateOf(until)) : i18n._(DECISION_TITLES[kind])}
        </h3>
        {reversed ? (
          <span className="badge" data-tone="success">{t`Reversed`}</span>
        ) : strikeUntil ? (
          <span className="badge" data-tone="notice">
            {t`Strike until ${{ date: dateOf(strikeUntil) }}`}
          </span>
        ) : (
          <span className="badge">{t`No longer counts`}</span>
        )}
      </div>
      <figure>
        <figcaption className="caption ink-3">{t`Our reason, ${{ date: dateOf(at) }}`}</figcaption>
        <blockquote dir="auto">{reason}</blockquote>
      </figure>
      {appeal || isPressed || kept !== '' ? (
        <Appeal warning={warning} onChanged={onChanged} takesFocus={isPressed} />
      ) : (
        !reversed && <Button size="sm" onClick={() => setPressed(true)}>{t`Appeal`}</Button>
      )}
    </li>
  )
}
