import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Mark } from '../../ui/mark.tsx'
import type { DecidedReport, Report, Verdict } from './operations.ts'
import { ReportCase } from './report-case.tsx'
import { useTeam } from './team.tsx'
import { KIND_WORDS, momentOf, REPORT_KIND_WORDS, urgencyOf } from './words.ts'

/** Reports that are chosen, to be dismissed together. */
export interface Selection {
  ids: ReadonlySet<string>
  toggle(id: string): void
}

/** A report of a minor is read and decided by itself. */
export const canBeChosen = ({ kind }: Report) => kind !== 'MINOR'

interface ReportsProps {
  reports: readonly (Report | DecidedReport)[]
  /** The list is in front. */
  shown: boolean
  selection?: Selection | null
  /** Returns the report whose case opens next, if there is one. */
  onDecided?(report: Report, kind: Verdict['kind']): string | null
  onFailed?(report: Report, error: unknown): void
}

export function Reports({ reports, shown, selection, onDecided, onFailed }: ReportsProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const id = useId()
  return (
    <ul>
      {reports.map((report) => (
        <li key={report.id} className={selection ? 'report-choice' : undefined}>
          {selection && (
            <input
              type="checkbox"
              className="report-check"
              aria-label={`Choose the report about ${report.reported.displayName}`}
              disabled={!canBeChosen(report)}
              title={canBeChosen(report) ? undefined : 'Open this report and decide it by itself.'}
              checked={selection.ids.has(report.id)}
              onChange={() => selection.toggle(report.id)}
            />
          )}
          <ReportRow
            report={report}
            controls={id}
            expanded={opened === report.id}
            toggle={() => setOpened(opened === report.id ? null : report.id)}
          />
          {opened === report.id && (
            <ReportCase
              id={id}
              report={report}
              shown={shown}
              onDecided={(kind) => setOpened(onDecided?.(report, kind) ?? null)}
              onFailed={(error) => onFailed?.(report, error)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ReportRowProps {
  report: Report | DecidedReport
  /** The id of its case. */
  controls: string
  expanded: boolean
  toggle(): void
}

function ReportRow({ report, controls, expanded, toggle }: ReportRowProps) {
  return (
    <button
      type="button"
      className="report-row"
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      data-row={report.id}
      data-decided={report.status !== 'OPEN' || undefined}
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
          REPORT_KIND_WORDS[report.kind]
        )}
      </span>
      <span className="state-badges">
        <StateBadges report={report} />
      </span>
      <ChevronDown className="icon" data-size="sm" aria-hidden="true" />
    </button>
  )
}

function StateBadges({ report }: { report: Report | DecidedReport }) {
  const { decided, claims } = useTeam()
  const by = report.status === 'OPEN' ? decided.get(report.id) : undefined
  const claim = claims.get(report.id)
  const urgent = report.status === 'OPEN' ? urgencyOf(report.priority) : null
  const at = report.decidedAt ?? report.created
  return (
    <>
      {urgent && !by && (
        <span className="badge" data-tone="danger">
          {urgent}
        </span>
      )}
      {by && (
        <span className="badge">
          Decided by <bdi>{by}</bdi>
        </span>
      )}
      {claim && !by && (
        <span className="badge" data-tone="notice">
          <bdi>{claim.by}</bdi> is looking
        </span>
      )}
      {report.status !== 'OPEN' && <DecisionBadge report={report} />}
      <time className="caption ink-3" dateTime={at}>
        {momentOf(at)}
      </time>
    </>
  )
}

/** What was decided; what took it back has the last word. */
function DecisionBadge({ report }: { report: Report | DecidedReport }) {
  const decisions = 'decisions' in report ? report.decisions : []
  const takenBack = decisions.some(({ kind }) => kind === 'REVERSE')
  const kind = decisions.find(({ reversed }) => reversed === null)?.kind ?? null
  const word = kind === null ? (report.status === 'ACTED' ? 'Acted' : 'Dismissed') : KIND_WORDS[kind]
  return (
    <>
      <span className="badge" data-tone={report.status === 'ACTED' && !takenBack ? 'notice' : undefined}>
        {word}
      </span>
      {takenBack && <span className="badge">Taken back</span>}
    </>
  )
}
