import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../../state/graphql-react.tsx'
import { Mark } from '../../ui/mark.tsx'
import { REPORTS, type Report } from './operations.ts'
import { Queue } from './queue.tsx'
import { ReportCase } from './report-case.tsx'
import { momentOf, REPORT_KIND_WORDS, urgencyOf } from './words.ts'

export function ReportQueue({ status }: { status: 'OPEN' | 'DECIDED' }) {
  const { data, loading, failure, refetch, more } = useAsk(REPORTS, { status })
  const [shown, setShown] = useState<string | null>(null)
  const open = status === 'OPEN'
  const reports = data?.reports
  const decided = () => {
    setShown(null)
    void refetch()
  }
  return (
    <Queue
      title={open ? 'Open reports' : 'Decided reports'}
      note={open ? 'Urgent first, then oldest' : 'Latest first'}
      page={reports}
      loading={loading}
      failure={failure}
      refetch={refetch}
      empty={open ? 'Nothing waits. New reports appear here.' : 'Nothing has been decided yet.'}
      more={(after) =>
        more({ after }, (before, added) => ({
          reports: { ...added.reports, nodes: [...before.reports.nodes, ...added.reports.nodes] },
        }))
      }
    >
      <ul>
        {reports?.nodes.map((report) => (
          <li key={report.id}>
            <ReportRow
              report={report}
              expanded={shown === report.id}
              toggle={() => setShown(shown === report.id ? null : report.id)}
            />
            {shown === report.id && <ReportCase report={report} onDecided={decided} />}
          </li>
        ))}
      </ul>
    </Queue>
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
      <span className="why" dir="auto">
        {report.reason}
      </span>
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
