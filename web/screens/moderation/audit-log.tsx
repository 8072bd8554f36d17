import { useAsk } from '../../state/graphql-react.tsx'
import { ScrolledTable } from '../admin/scrolled-table.tsx'
import { AUDIT_LOG } from './operations.ts'
import { Queue } from './queue.tsx'
import { KIND_WORDS, momentOf } from './words.ts'

const COLUMNS = ['When', 'Who', 'What', 'About', 'Until', 'Reason']

export function AuditLog() {
  const { data, loading, failure, refetch, more } = useAsk(AUDIT_LOG, {})
  const log = data?.auditLog
  return (
    <Queue
      title="Audit log"
      note="The latest first. Nobody can change it."
      page={log}
      loading={loading}
      failure={failure}
      refetch={refetch}
      empty="Nothing was done yet."
      more={(after) =>
        more({ after }, (before, added) => ({
          auditLog: { ...added.auditLog, nodes: [...before.auditLog.nodes, ...added.auditLog.nodes] },
        }))
      }
    >
      <ScrolledTable name="Audit log" columns={COLUMNS}>
        {log?.nodes.map((action) => (
          <tr key={action.id}>
            <td>{momentOf(action.at)}</td>
            <td>{action.actor ? <bdi>{action.actor.displayName}</bdi> : 'Rapport itself'}</td>
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
