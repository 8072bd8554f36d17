import './report-row.css'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { shownName } from '../../i18n/shown-name.ts'
import { Mark } from '../../ui/mark.tsx'
import { actionLabel, categoryLabel, momentOf, reportKindLabel, statusLabel, urgencyOf } from './labels.ts'
import type { DecidedReport, Report, Verdict } from './operations.ts'
import { ReportCase } from './report-case.tsx'
import { useTeam } from './team.tsx'

/** The reports selected for a bulk dismissal. */
export interface Selection {
  ids: ReadonlySet<string>
  toggle(id: string): void
}

/** Reports about minors must be decided one by one. */
export const canBeChosen = ({ kind }: Report) => kind !== 'MINOR'

interface ReportsProps {
  reports: readonly (Report | DecidedReport)[]
  /** Whether the list is the visible tab. */
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
              aria-label={t`Select the report about ${{ name: shownName(report.reported.displayName) }}`}
              disabled={!canBeChosen(report)}
              title={canBeChosen(report) ? undefined : t`Open this report and decide it on its own.`}
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
  /** The id of the element with the report's case. */
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
      <span className="who" dir="auto" translate="no">
        {shownName(report.reported.displayName)}
      </span>
      <span className="why" dir="auto">
        {report.reason}
      </span>
      <span className="by caption ink-3">
        <span className="cut">
          {report.reporter ? (
            <ByName name={shownName(report.reporter.displayName)} />
          ) : (
            reportKindLabel(report.kind)
          )}
        </span>
      </span>
      <span className="state-badges">
        <StateBadges report={report} />
      </span>
      <ChevronDown className="icon" data-size="sm" aria-hidden="true" />
    </button>
  )
}

const ByName = ({ name }: { name: string }) => (
  <Trans comment="{name} made a report.">
    by <bdi translate="no">{name}</bdi>
  </Trans>
)

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
      {report.category && <span className="badge">{categoryLabel(report.category)}</span>}
      {by && (
        <span className="badge">
          <Trans comment="{by} is a moderator.">
            Decided by <bdi translate="no">{by}</bdi>
          </Trans>
        </span>
      )}
      {claim && !by && (
        <span className="badge" data-tone="notice">
          <Looking {...claim} />
        </span>
      )}
      {report.status !== 'OPEN' && <DecisionBadge report={report} />}
      <time className="caption ink-3" dateTime={at}>
        {momentOf(at)}
      </time>
    </>
  )
}

const Looking = ({ by }: { by: string }) => (
  <Trans comment="{by} is a moderator who looks at a report.">
    <bdi translate="no">{by}</bdi> is looking
  </Trans>
)

/** Shows the decision, and whether it was reversed. */
function DecisionBadge({ report }: { report: Report | DecidedReport }) {
  const decisions = 'decisions' in report ? report.decisions : []
  const isReversed = decisions.some(({ kind }) => kind === 'REVERSE')
  const kind = decisions.find(({ reversed }) => reversed === null)?.kind ?? null
  const word = kind === null ? statusLabel(report.status) : actionLabel(kind)
  return (
    <>
      <span className="badge" data-tone={report.status === 'ACTED' && !isReversed ? 'notice' : undefined}>
        {word}
      </span>
      {isReversed && <span className="badge">{t`Reversed`}</span>}
    </>
  )
}
