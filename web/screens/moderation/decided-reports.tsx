import { t } from '@lingui/core/macro'
import { DECIDED_REPORTS, type DecidedReport } from './operations.ts'
import { Queue } from './queue.tsx'
import { Reports } from './reports.tsx'
import { type Page, usePages } from './use-pages.ts'

const pageIn = ({ reports }: { reports: Page<DecidedReport> }) => reports

export function DecidedReports({ shown }: { shown: boolean }) {
  const pages = usePages(DECIDED_REPORTS, { shown, pageIn })
  return (
    <Queue
      title={t`Decided reports`}
      note={t`Latest decision first`}
      pages={pages}
      empty={t`There are no decided reports yet.`}
    >
      <Reports reports={pages.page?.nodes ?? []} shown={shown} />
    </Queue>
  )
}
