import { ChevronDown, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../../state/graphql-react.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ListState, LoadMore } from './list-state.tsx'
import { REPORTS, type Report } from './operations.ts'
import { ReportCase } from './report-case.tsx'
import { momentOf, REPORT_KIND_WORDS, urgencyOf } from './words.ts'

export function ReportQueue({ status }: { status: 'OPEN' | 'DECIDED' }) {
  const { data, loading, failure, refetch, more } = useAsk(REPORTS, { status })
  const [open, setOpen] = useState<string | null>(null)
  const reports = data?.reports
  const title = status === 'OPEN' ? 'Open reports' : 'Decided reports'
  const decided = () => {
    setOpen(null)
    void refetch()
  }
  return (
    <section className="admin-table sheet-surface" aria-labelledby={`${status}-title`}>
      <div className="card-head">
        <h2 className="heading" id={`${status}-title`}>
          {title}
        </h2>
        {reports && <span className="count">{reports.totalCount}</span>}
        <span className="caption ink-3">
          {status === 'OPEN' ? 'Urgent first, then oldest' : 'Latest first'}
        </span>
        <IconButton label="Refresh" size="sm" onClick={() => void refetch()}>
          <RefreshCw className="icon" data-size="sm" aria-hidden="true" />
        </IconButton>
      </div>
      <ListState
        loading={loading}
        failure={failure}
        retry={refetch}
        count={reports?.nodes.length ?? 0}
        empty={
          status === 'OPEN' ? 'Nothing waits. New reports appear here.' : 'Nothing has been decided yet.'
        }
      >
        <ul>
          {reports?.nodes.map((report) => (
            <li key={report.id}>
              <ReportRow
                report={report}
                expanded={open === report.id}
                toggle={() => setOpen(open === report.id ? null : report.id)}
              />
              {open === report.id && <ReportCase report={report} onDecided={decided} />}
            </li>
          ))}
        </ul>
        <LoadMore
          cursor={reports?.endCursor ?? null}
          loading={loading}
          more={(after) =>
            more({ after }, (before, added) => ({
              reports: { ...added.reports, nodes: [...before.reports.nodes, ...added.reports.nodes] },
            }))
          }
        />
      </ListState>
    </section>
  )
}

interface ReportRowProps {
  report: Report
  expanded: boolean
  toggle(): void
}

function ReportRow({ report, expanded, toggle }: ReportRowProps) {
  const urgent = report.status === 'OPEN' ? urgencyOf(report.priority) : null
  return (
    <button
      type="button"
      className="report-row"
      aria-expanded={expanded}
      aria-controls={`case-${report.id}`}
      onClick={toggle}
    >
      <Mark id={report.reported.id} size="2.25rem" />
      <span className="who">
        <bdi>{report.reported.displayName}</bdi>
      </span>
      <span className="why">{report.reason}</span>
      <span className="by caption ink-3">
        {report.reporter ? (
          <>
            by <bdi>{report.reporter.displayName}</bdi>
          </>
        ) : (
          (REPORT_KIND_WORDS[report.kind] ?? 'automatic')
        )}
      </span>
      <span className="state-badges">
        {urgent && (
          <span className="badge" data-tone="danger">
            {urgent}
          </span>
        )}
        {report.status !== 'OPEN' && (
          <span className="badge" data-tone={report.status === 'ACTED' ? 'notice' : undefined}>
            {report.status === 'ACTED' ? 'Acted' : 'Dismissed'}
          </span>
        )}
        <time className="caption ink-3" dateTime={report.created}>
          {momentOf(report.created)}
        </time>
      </span>
      <ChevronDown className="icon" data-size="sm" aria-hidden="true" />
    </button>
  )
}
