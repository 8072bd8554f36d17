import { CollapsibleEvidence } from './case-evidence.tsx'
import { momentOf, REPORT_KIND_LABELS, STATUS_LABELS } from './labels.ts'
import type { Report } from './operations.ts'

/** The reports about one person, each with its evidence and outcome. */
export function ReportsAbout({ reports }: { reports: readonly Report[] }) {
  if (reports.length === 0) return <p className="ink-2">No one has reported this person.</p>
  return (
    <ol className="action-list">
      {reports.map((report) => (
        <li key={report.id}>
          <p dir="auto">{report.reason}</p>
          <p className="caption ink-3">
            {momentOf(report.created)},{' '}
            {report.reporter ? (
              <bdi>{report.reporter.displayName}</bdi>
            ) : (
              (REPORT_KIND_LABELS[report.kind] ?? 'automatic')
            )}
            <span className="badge" data-tone={report.status === 'ACTED' ? 'notice' : undefined}>
              {STATUS_LABELS[report.status] ?? report.status}
            </span>
          </p>
          <CollapsibleEvidence id={report.id} label="Show the messages" withoutHead />
        </li>
      ))}
    </ol>
  )
}
