import { PRODUCT } from '#schema/product.ts'
import { ScrolledTable } from '../admin/scrolled-table.tsx'
import { AUDIT_LOG } from './operations.ts'
import { Queue } from './queue.tsx'
import { usePages } from './use-pages.ts'
import { KIND_WORDS, momentOf } from './words.ts'

const COLUMNS = ['When', 'Who', 'What', 'About', 'Until', 'Reason']

export function AuditLog({ shown }: { shown: boolean }) {
  const pages = usePages(AUDIT_LOG, { shown, pageIn: ({ auditLog }) => auditLog })
  return (
    <Queue
      title="Audit log"
      note="The latest first. Nobody can change it."
      pages={pages}
      empty="Nothing was done yet."
    >
      <ScrolledTable name="Audit log" columns={COLUMNS}>
        {pages.page?.nodes.map((action) => (
          <tr key={action.id} data-row={action.id} tabIndex={-1}>
            <td>{momentOf(action.at)}</td>
            <td>{action.actor ? <bdi>{action.actor.displayName}</bdi> : `${PRODUCT.name} itself`}</td>
            <td>
              <b className="admin-strong">{KIND_WORDS[action.kind] ?? action.kind}</b>
            </td>
            <td>
              <bdi>{action.subject?.displayName ?? ''}</bdi>
            </td>
            <td>{action.until ? momentOf(action.until) : ''}</td>
            <td className="log-reason" dir="auto">
              {action.reason}
            </td>
          </tr>
        ))}
      </ScrolledTable>
    </Queue>
  )
}
