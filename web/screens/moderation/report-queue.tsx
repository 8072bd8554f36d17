import { plural, t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import type { ReportCategory } from '#schema/chat.ts'
import { Button } from '../../ui/button.tsx'
import { BulkBar, useSelection } from './bulk-bar.tsx'
import { ByCategory } from './category-filter.tsx'
import { DecidedNews, useDecidedElsewhere } from './decided-elsewhere.tsx'
import { REPORTS, type Report, type Verdict } from './operations.ts'
import { Queue } from './queue.tsx'
import { Reports } from './reports.tsx'
import { useChanges, useTeamBoard } from './team.tsx'
import { useArrivals } from './use-arrivals.ts'
import type { Page } from './use-pages.ts'
import { useQueue } from './use-queue.ts'

const pageIn = ({ reports }: { reports: Page<Report> }) => reports

/** The open reports. New reports are announced, and appear only when the moderator asks for them. */
export const OpenReports = ({ shown }: { shown: boolean }) => (
  <ByCategory>{(category) => <ReportsOf key={category} category={category} shown={shown} />}</ByCategory>
)

function ReportsOf({ category, shown }: { category: ReportCategory | null; shown: boolean }) {
  const queue = useQueue(REPORTS, { status: 'OPEN', filter: { category }, shown, pageIn })
  const arrivals = useArrivals(shown, category)
  const elsewhere = useDecidedElsewhere(queue)
  const selection = useSelection(queue)
  const board = useTeamBoard()
  const nodes = queue.page?.nodes
  const empty = nodes?.length === 0
  const refresh = async () => {
    elsewhere.clear()
    await arrivals.restart()
    await queue.refresh()
  }
  const refreshNow = useRef(refresh)
  refreshNow.current = refresh
  useEffect(() => {
    if (empty && arrivals.count > 0) void refreshNow.current()
  }, [empty, arrivals.count])
  useEffect(() => {
    if (nodes) board.read(nodes)
  }, [board, nodes])
  useChanges(({ kind }) => {
    if (shown && (kind === 'REPORT_ARRIVED' || kind === 'RESYNC')) arrivals.poll()
  })

  return (
    <Queue
      title={t`Open reports`}
      note={t`Urgent first, then oldest`}
      pages={{ ...queue, refresh }}
      empty={
        category
          ? t`There are no open reports in this category.`
          : t`There are no open reports. New reports appear here.`
      }
      news={
        <>
          <News
            count={empty ? 0 : arrivals.count}
            take={async () => {
              const { count } = arrivals
              elsewhere.clear()
              await arrivals.restart()
              await queue.loadNew(count)
            }}
          />
          <DecidedNews {...elsewhere} />
          {nodes && nodes.length > 0 && <BulkBar selection={selection} />}
        </>
      }
    >
      <Reports
        reports={nodes ?? []}
        shown={shown}
        selection={selection.on ? selection : null}
        onDecided={(decided, kind) => {
          const isDone = isAnswered(decided, kind)
          queue.drop(isDone)
          return nextAfter(nodes ?? [], isDone)
        }}
        onFailed={queue.handleConflict}
      />
    </Queue>
  )
}

/** Returns whether a decision also closes a report. A suspension or a ban closes all reports about the member. */
const isAnswered =
  ({ id, reported }: Report, kind: Verdict['kind']) =>
  (one: Report) =>
    one.id === id || ((kind === 'SUSPEND' || kind === 'BAN') && one.reported.id === reported.id)

/** Returns the id of the first open case after the first decided one, if any. */
function nextAfter(reports: readonly Report[], isDone: (report: Report) => boolean): string | null {
  const first = reports.findIndex(isDone)
  return reports.slice(Math.max(0, first)).find((one) => !isDone(one))?.id ?? null
}

function News({ count, take }: { count: number; take(): Promise<void> }) {
  return (
    <div className="queue-news">
      <p role="status">{count > 0 && plural(count, { one: 'One new report', other: '# new reports' })}</p>
      {count > 0 && (
        <Button size="sm" variant="quiet" onClick={() => void take()}>
          {t`Show new reports`}
        </Button>
      )}
    </div>
  )
}
