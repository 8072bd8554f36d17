import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useUnsentText } from '../shared/forms/use-unsent-text.ts'
import { Appeal, appealName } from './appeal.tsx'
import { dateOf } from './dates.ts'
import type { Warning } from './operations.ts'

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

/** A decision about the member, with its reason, and their appeal once they began one. */
export function Decision({ warning, onChanged }: { warning: Warning; onChanged(): Promise<void> }) {
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
      {appeal || (!reversed && (isPressed || kept !== '')) ? (
        <Appeal warning={warning} onChanged={onChanged} takesFocus={isPressed} />
      ) : (
        !reversed && <Button size="sm" onClick={() => setPressed(true)}>{t`Appeal`}</Button>
      )}
    </li>
  )
}
