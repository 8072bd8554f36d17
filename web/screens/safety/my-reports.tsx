import { useQuery } from '../../hooks/use-query.ts'
import { dateOf } from './dates.ts'
import { Listing } from './listing.tsx'
import { MY_REPORTS, type MyReport } from './operations.ts'
import { useRefetchOn } from './use-refetch-on.ts'

const STATES: Record<MyReport['status'], { label: string; tone: string | undefined }> = {
  OPEN: { label: 'Waiting for review', tone: 'notice' },
  DISMISSED: { label: 'No rule broken', tone: undefined },
  ACTED: { label: 'We took action', tone: 'success' },
}

/** The member's reports and their outcomes. */
export function MyReports({ changes }: { changes: number }) {
  const query = useQuery(MY_REPORTS, {})
  useRefetchOn(changes, query.refetch)
  return (
    <Listing
      items={query.data?.myReports ?? null}
      query={query}
      loading="Loading your reports"
      failed="We couldn't load your reports."
      empty="You haven't reported anyone."
    >
      {({ id, displayName, reason, created, status, outcome }) => (
        <li key={id} className="safety-row">
          <div className="safety-row-head">
            <h3 className="subhead">{displayName}</h3>
            <span className="badge" data-tone={STATES[status].tone}>
              {STATES[status].label}
            </span>
          </div>
          <figure>
            <figcaption className="caption ink-3">You wrote, {dateOf(created)}</figcaption>
            <blockquote dir="auto">{reason}</blockquote>
          </figure>
          {outcome && <p className="body">{outcome}</p>}
        </li>
      )}
    </Listing>
  )
}
