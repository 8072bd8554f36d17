import { useAsk } from '../../state/graphql-react.tsx'
import { ScrolledTable } from '../admin/scrolled-table.tsx'
import { ListState, LoadMore } from './list-state.tsx'
import { AUDIT_LOG } from './operations.ts'
import { KIND_WORDS, momentOf } from './words.ts'

const COLUMNS = ['When', 'Who', 'What', 'About', 'Until', 'Reason']

export function AuditLog() {
  const { data, loading, failure, refetch, more } = useAsk(AUDIT_LOG, {})
  const log = data?.auditLog
  return (
    <section className="admin-table sheet-surface" aria-labelledby="log-title">
      <div className="card-head">
        <h2 className="heading" id="log-title">
          Audit log
        </h2>
        {log && <span className="count">{log.totalCount}</span>}
        <span className="caption ink-3">The latest first. Nobody can change it.</span>
      </div>
      <ListState
        loading={loading}
        failure={failure}
        retry={refetch}
        count={log?.nodes.length ?? 0}
        empty="Nothing was done yet."
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
              <td className="log-reason">{action.reason}</td>
            </tr>
          ))}
        </ScrolledTable>
        <LoadMore
          cursor={log?.endCursor ?? null}
          loading={loading}
          more={(after) =>
            more({ after }, (before, added) => ({
              auditLog: { ...added.auditLog, nodes: [...before.auditLog.nodes, ...added.auditLog.nodes] },
            }))
          }
        />
      </ListState>
    </section>
  )
}
