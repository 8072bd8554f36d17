import { t } from '@lingui/core/macro'
import type { ReportCategory } from '#schema/chat.ts'
import { ByCategory } from './category-filter.tsx'
import { DECIDED_REPORTS, type DecidedReport } from './operations.ts'
import { Queue } from './queue.tsx'
import { Reports } from './reports.tsx'
import { type Page, usePages } from './use-pages.ts'

const pageIn = ({ reports }: { reports: Page<DecidedReport> }) => reports

export const DecidedReports = ({ shown }: { shown: boolean }) => (
  <ByCategory>{(category) => <ReportsOf key={category} category={category} shown={shown} />}</ByCategory>
)

function ReportsOf({ category, shown }: { category: ReportCategory | null; shown: boolean }) {
  const pages = usePages(DECIDED_REPORTS, { filter: { category }, shown, pageIn })
  return (
    <Queue
      title={t`Decided reports`}
      note={t`Latest decision first`}
      pages={pages}
      empty={
        category ? t`There are no decided reports in this category.` : t`There are no decided reports yet.`
      }
    >
      <Reports reports={pages.page?.nodes ?? []} shown={shown} />
    </Queue>
  )
}
