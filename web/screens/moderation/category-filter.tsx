import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { REPORT_CATEGORIES, type ReportCategory } from '#schema/chat.ts'
import { REPORT_CATEGORY_LABELS } from '../../i18n/report-categories.ts'
import { Select } from '../../ui/select.tsx'

const ALL = 'ALL'

/** A list of reports below a filter by category. The list is a new one for each category: its pages never mix. */
export function ByCategory({ children }: { children(category: ReportCategory | null): ReactNode }) {
  const [category, setCategory] = useState<ReportCategory | null>(null)
  return (
    <>
      <Select
        look="pill"
        className="category-filter"
        label={t`Category`}
        options={[
          { value: ALL, label: t({ message: 'All', context: 'categories of reports' }) },
          ...REPORT_CATEGORIES.map((value) => ({ value, label: i18n._(REPORT_CATEGORY_LABELS[value]) })),
        ]}
        value={category ?? ALL}
        onChange={(value) => setCategory(REPORT_CATEGORIES.find((one) => one === value) ?? null)}
      />
      {children(category)}
    </>
  )
}
