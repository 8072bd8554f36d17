import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { shownName } from '../../i18n/shown-name.ts'
import { ScrolledTable } from '../shared/scrolled-table.tsx'
import { actionLabel, automaticName, momentOf } from './labels.ts'
import { filterOf, type LogForm, NO_FILTER } from './log-filter.ts'
import { LogFilters } from './log-filters.tsx'
import { type Action, AUDIT_LOG, type LogFilter } from './operations.ts'
import { Queue } from './queue.tsx'
import { usePages } from './use-pages.ts'

const columns = () => [
  t`Time`,
  t({ message: 'By', context: 'column of the audit log: who acted' }),
  t`Action`,
  t({ message: 'About', context: 'column of the audit log: whom the action affects' }),
  t({ message: 'Until', context: 'column of the audit log: when the action ends' }),
  t`Reason`,
]
const TYPING_DELAY = 300

export function AuditLog({ shown }: { shown: boolean }) {
  const [form, setForm] = useState<LogForm>(NO_FILTER)
  const [asked, setAsked] = useState(form)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(form), TYPING_DELAY)
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
      title={t`Audit log`}
      note={t`Latest first. No one can change this log.`}
      pages={pages}
      empty={filtered ? t`No entries match these filters.` : t`There are no entries yet.`}
    >
      <ScrolledTable name={t`Audit log`} columns={columns()}>
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
          name={actor ? shownName(actor.displayName) : automaticName()}
          applyFilter={() => applyFilter({ by: actor ?? 'automatic' })}
        />
      </td>
      <td>
        <b className="admin-strong">{actionLabel(action.kind)}</b>
      </td>
      <td>
        {subject && (
          <FilterButton
            name={shownName(subject.displayName)}
            applyFilter={() => applyFilter({ about: subject })}
          />
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
  <button type="button" className="link" title={t`Show only these entries`} onClick={applyFilter}>
    <bdi translate="no">{name}</bdi>
  </button>
)
