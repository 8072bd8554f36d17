import { useState } from 'react'
import { STRIKES } from '#schema/moderation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Appeal } from './appeal.tsx'
import { dateOf } from './dates.ts'
import { DECISION_TITLES } from './decision-titles.ts'
import { Listing } from './listing.tsx'
import { STANDING, type Warning } from './operations.ts'

/** The moderation decisions about the member. */
export function DecisionList() {
  const query = useQuery(STANDING, {})
  const history = query.data?.standing.history ?? null
  return (
    <>
      {history && history.length > 0 && (
        <p className="body ink-2">
          Each warning or suspension is a strike. It counts for {STRIKES.lastDays} days. With {STRIKES.limit}{' '}
          strikes at the same time, we suspend your account for {STRIKES.suspendsForDays} days.
        </p>
      )}
      <Listing
        items={history}
        query={query}
        loading="Loading our decisions"
        failed="We couldn't load our decisions."
        empty="You have no warnings and no suspensions."
      >
        {(warning) => <Decision key={warning.actionId} warning={warning} onChanged={query.refetch} />}
      </Listing>
    </>
  )
}

function Decision({ warning, onChanged }: { warning: Warning; onChanged(): Promise<void> }) {
  const { kind, reason, at, until, reversed, strikeUntil, appeal } = warning
  const [appealing, setAppealing] = useState(false)
  return (
    <li className="safety-row">
      <div className="safety-row-head">
        <h3 className="subhead">
          {until ? `${DECISION_TITLES[kind]} until ${dateOf(until)}` : DECISION_TITLES[kind]}
        </h3>
        {reversed ? (
          <span className="badge" data-tone="success">
            Reversed
          </span>
        ) : strikeUntil ? (
          <span className="badge" data-tone="notice">
            Strike until {dateOf(strikeUntil)}
          </span>
        ) : (
          <span className="badge">No longer counts</span>
        )}
      </div>
      <figure>
        <figcaption className="caption ink-3">Our reason, {dateOf(at)}</figcaption>
        <blockquote dir="auto">{reason}</blockquote>
      </figure>
      {appeal || appealing ? (
        <Appeal warning={warning} onChanged={onChanged} takesFocus />
      ) : (
        !reversed && (
          <Button size="sm" onClick={() => setAppealing(true)}>
            Appeal
          </Button>
        )
      )}
    </li>
  )
}
