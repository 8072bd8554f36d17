import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useQuery } from '../../hooks/use-query.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { dateOf } from './dates.ts'
import { Listing } from './listing.tsx'
import { MY_REPORTS, type MyReport } from './operations.ts'
import { useRefetchOn } from './use-refetch-on.ts'

const STATES: Record<MyReport['status'], { label: MessageDescriptor; tone: string | undefined }> = {
  OPEN: { label: msg`Waiting for review`, tone: 'notice' },
  DISMISSED: { label: msg`No rule broken`, tone: undefined },
  ACTED: { label: msg`We took action`, tone: 'success' },
}

/** The member's reports and their outcomes. */
export function MyReports({ changes }: { changes: number }) {
  const query = useQuery(MY_REPORTS, {})
  useRefetchOn(changes, query.refetch)
  return (
    <Listing
      items={query.data?.myReports ?? null}
      query={query}
      loading={t`Loading your reports`}
      failed={t`We couldn't load your reports.`}
      empty={t`You haven't reported anyone.`}
    >
      {({ id, displayName, reason, created, status, outcome }) => (
        <li key={id} className="safety-row">
          <div className="safety-row-head">
            <h3 className="subhead">
              <bdi translate="no">{shownName(displayName)}</bdi>
            </h3>
            <span className="badge" data-tone={STATES[status].tone}>
              {i18n._(STATES[status].label)}
            </span>
          </div>
          <figure>
            <figcaption className="caption ink-3">{t`You wrote, ${{ date: dateOf(created) }}`}</figcaption>
            <blockquote dir="auto">{reason}</blockquote>
          </figure>
          {outcome && <p className="body">{outcome}</p>}
        </li>
      )}
    </Listing>
  )
}
