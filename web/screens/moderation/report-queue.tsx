import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { REPORTS, type Report, type Verdict } from './operations.ts'
import { Queue } from './queue.tsx'
import { ReportCase } from './report-case.tsx'
import { useArrivals } from './use-arrivals.ts'
import { type Page, usePages } from './use-pages.ts'
import { useQueue } from './use-queue.ts'
import { momentOf, REPORT_KIND_WORDS, urgencyOf } from './words.ts'

const pageIn = ({ reports }: { reports: Page<Report> }) => reports

/** What waits. What comes in is told, and moves nothing that somebody reads. */
export function OpenReports({ shown }: { shown: boolean }) {
  const queue = useQueue(REPORTS, { status: 'OPEN', shown, pageIn })
  const arrivals = useArrivals(shown)
  const empty = queue.page?.nodes.length === 0
  const refresh = async () => {
    await arrivals.begin()
    await queue.refresh()
  }
  const refreshNow = useRef(refresh)
  refreshNow.current = refresh
  useEffect(() => {
    if (empty && arrivals.count > 0) void refreshNow.current()
  }, [empty, arrivals.count])

  return (
    <Queue
      title="Open reports"
      note="Urgent first, then oldest"
      pages={{ ...queue, refresh }}
      empty="Nothing waits. New reports appear here."
      news={
        <News
          count={empty ? 0 : arrivals.count}
          take={async () => {
            const { count } = arrivals
            await arrivals.begin()
            await queue.takeIn(count)
          }}
        />
      }
    >
      <Reports
        reports={queue.page?.nodes ?? []}
        onDecided={({ id, reported }, kind) => {
          const all = kind === 'SUSPEND' || kind === 'BAN'
          queue.drop((one) => one.id === id || (all && one.reported.id === reported.id))
        }}
        onFailed={queue.overtaken}
      />
    </Queue>
  )
}

export function DecidedReports({ shown }: { shown: boolean }) {
  const pages = usePages(REPORTS, { status: 'DECIDED', shown, pageIn })
  return (
    <Queue title="Decided reports" note="Latest first" pages={pages} empty="Nothing has been decided yet.">
      <Reports reports={pages.page?.nodes ?? []} />
    </Queue>
  )
}

function News({ count, take }: { count: number; take(): Promise<void> }) {
  return (
    <div className="queue-news">
      <p role="status">{count > 0 && (count === 1 ? 'One new report' : `${count} new reports`)}</p>
      {count > 0 && (
        <Button size="sm" variant="quiet" onClick={() => void take()}>
          Update the list
        </Button>
      )}
    </div>
  )
}

interface ReportsProps {
  reports: readonly Report[]
  onDecided?(report: Report, kind: Verdict['kind']): void
  onFailed?(report: Report, error: unknown): void
}

function Reports({ reports, onDecided, onFailed }: ReportsProps) {
  const [shown, setShown] = useState<string | null>(null)
  const id = useId()
  return (
    <ul>
      {reports.map((report) => (
        <li key={report.id}>
          <ReportRow
            report={report}
            controls={id}
            expanded={shown === report.id}
            toggle={() => setShown(shown === report.id ? null : report.id)}
          />
          {shown === report.id && (
            <ReportCase
              id={id}
              report={report}
              onDecided={(kind) => onDecided?.(report, kind)}
              onFailed={(error) => onFailed?.(report, error)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ReportRowProps {
  report: Report
  /** The id of its case. */
  controls: string
  expanded: boolean
  toggle(): void
}

function ReportRow({ report, controls, expanded, toggle }: ReportRowProps) {
  const urgent = report.status === 'OPEN' ? urgencyOf(report.priority) : null
  return (
    <button
      type="button"
      className="report-row"
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      data-row={report.id}
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
