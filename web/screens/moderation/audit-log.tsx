import { useEffect, useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { ScrolledTable } from '../admin/scrolled-table.tsx'
import { ACTION_LABELS, momentOf } from './labels.ts'
import { filterOf, type LogForm, NO_FILTER } from './log-filter.ts'
import { LogFilters } from './log-filters.tsx'
import { type Action, AUDIT_LOG, type LogFilter } from './operations.ts'
import { Queue } from './queue.tsx'
import { usePages } from './use-pages.ts'

const COLUMNS = ['Time', 'By', 'Action', 'About', 'Until', 'Reason']
const SEARCH_DELAY = 300

export function AuditLog({ shown }: { shown: boolean }) {
  const [form, setForm] = useState<LogForm>(NO_FILTER)
  const [asked, setAsked] = useState(form)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(form), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [form])
  const filter = filterOf(asked)
  return (
    <>
      <LogFilters form={form} change={setForm} />
      <LogList
        // A new filter starts a new list from its first page.
        key={JSON.stringify(filter)}
        shown={shown}
        filter={filter}
        applyFilter={(changes) => setForm({ ...form, ...changes })}
      />
    </>
  )
}

interface LogListProps {
  shown: boolean
  filter: LogFilter
  /** Filters the log by the pressed name. */
  applyFilter(changes: Partial<LogForm>): void
}

function LogList({ shown, filter, applyFilter }: LogListProps) {
  const pages = usePages(AUDIT_LOG, { shown, filter, pageIn: ({ auditLog }) => auditLog })
  const filtered = Object.keys(filter).length > 0
  return (
    <Queue
      title="Audit log"
      note="Latest first. No one can change this log."
      pages={pages}
      empty={filtered ? 'No entries match these filters.' : 'There are no entries yet.'}
    >
      <ScrolledTable name="Audit log" columns={COLUMNS}>
        {pages.page?.nodes.map((action) => (
          <LogRow key={action.id} action={action} applyFilter={applyFilter} />
        ))}
      </ScrolledTable>
    </Queue>
  )
}

function LogRow({ action, applyFilter }: { action: Action; applyFilter: LogListProps['applyFilter'] }) {
  const { actor, subject } = action
  return (
    <tr data-row={action.id} tabIndex={-1}>
      <td>{momentOf(action.at)}</td>
      <td>
        <FilterButton
          name={actor?.displayName ?? `${PRODUCT.name} (automatic)`}
          applyFilter={() => applyFilter({ by: actor ?? 'automatic' })}
        />
      </td>
      <td>
        <b className="admin-strong">{ACTION_LABELS[action.kind] ?? action.kind}</b>
      </td>
      <td>
        {subject && (
          <FilterButton name={subject.displayName} applyFilter={() => applyFilter({ about: subject })} />
        )}
      </td>
      <td>{action.until ? momentOf(action.until) : ''}</td>
      <td className="log-reason" dir="auto">
        {action.reason}
      </td>
    </tr>
  )
}

const FilterButton = ({ name, applyFilter }: { name: string; applyFilter(): void }) => (
  <button type="button" className="link" title="Show only these entries" onClick={applyFilter}>
    <bdi>{name}</bdi>
  </button>
)
