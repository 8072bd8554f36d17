import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shownName } from '../../i18n/shown-name.ts'
import { AuthorLanguageBadge } from './author-language.tsx'
import { CollapsibleEvidence } from './case-evidence.tsx'
import { categoryLabel, momentOf, reportKindLabel, statusLabel } from './labels.ts'
import type { Report } from './operations.ts'
import { ReasonTranslation } from './reason-translation.tsx'

/** The reports about one person, each with its evidence and outcome. */
export function ReportsAbout({ reports }: { reports: readonly Report[] }) {
  if (reports.length === 0) return <p className="ink-2">{t`No one has reported this person.`}</p>
  return (
    <ol className="action-list">
      {reports.map((report) => (
        <li key={report.id}>
          <p dir="auto">{report.reason}</p>
          <p className="caption ink-3">
            <ReportSource report={report} />
            <span className="badge" data-tone={report.status === 'ACTED' ? 'notice' : undefined}>
              {statusLabel(report.status)}
            </span>
            {report.category && <span className="badge">{categoryLabel(report.category)}</span>}
            <AuthorLanguageBadge language={report.reporter?.language ?? null} />
          </p>
          <ReasonTranslation report={report} />
          <CollapsibleEvidence id={report.id} label={t`Show the messages`} withoutHead />
        </li>
      ))}
    </ol>
  )
}

/** When a report was made, and who or what made it. */
function ReportSource({ report: { created, reporter, kind } }: { report: Report }) {
  const time = momentOf(created)
  if (!reporter) return t`${time}, ${{ source: reportKindLabel(kind) }}`
  const name = shownName(reporter.displayName)
  return (
    <Trans>
      {time}, <bdi translate="no">{name}</bdi>
    </Trans>
  )
}
