import { useState } from 'react'
import { STRIKES } from '#schema/moderation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Appeal } from './appeal.tsx'
import { dateOf } from './dates.ts'
import { DECISION_TITLES } from './decision-titles.ts'
import { Listing } from './listing.tsx'
import { STANDING, type Warning } from './operations.ts'

/** What was decided about oneself. */
export function Standing() {
  const asked = useQuery(STANDING, {})
  const history = asked.data?.standing.history ?? null
  return (
    <>
      {history && history.length > 0 && (
        <p className="body ink-2">
          A warning or a suspension is a strike. It counts for {STRIKES.lastDays} days; {STRIKES.limit} at a
          time suspend an account for {STRIKES.suspendsForDays} days.
        </p>
      )}
      <Listing
        items={history}
        asked={asked}
        loading="Loading your standing"
        failed="Your standing could not be loaded."
        empty="Nothing here. Good."
      >
        {(warning) => <Decision key={warning.actionId} warning={warning} onChanged={asked.refetch} />}
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
            Taken back
          </span>
        ) : strikeUntil ? (
          <span className="badge" data-tone="notice">
            A strike until {dateOf(strikeUntil)}
          </span>
        ) : (
          <span className="badge">No longer counts</span>
        )}
      </div>
      <figure>
        <figcaption className="caption ink-3">The reason given, {dateOf(at)}</figcaption>
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
