import { useState } from 'react'
import type { AdminStats, LaunchNotification } from '#schema/admin.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { AdminPage } from './mock-data.ts'
import { MoreRows } from './more-rows.tsx'
import { ScrolledTable } from './scrolled-table.tsx'

const COLUMNS = ['Email', 'Joined', 'Status', 'Notified', 'IP address']

interface LaunchTableProps {
  page: AdminPage<LaunchNotification>
  /** Whether the next page is being loaded. */
  adding: boolean
  more(): void
  stats: AdminStats
  /** Whether the list is real; mock data cannot be emailed. */
  real: boolean
  onNotified(): Promise<void>
}

const timeOf = (iso: string | null) =>
  iso ? new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }) : ''

export function LaunchTable({ page, adding, more, stats, real, onNotified }: LaunchTableProps) {
  const { notifying, notify } = useNotify(onNotified)
  const [asking, setAsking] = useState(false)
  const pending = stats.pendingCount
  return (
    <section className="admin-table sheet-surface" aria-labelledby="launch-title">
      <div className="card-head">
        <h2 className="heading" id="launch-title">
          Launch notifications
        </h2>
        <span className="count">{page.total}</span>
        <Button
          size="sm"
          loading={notifying}
          disabled={!real || pending === 0}
          onClick={() => setAsking(true)}
        >
          Notify {pending} pending
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={`Email ${pending} ${pending === 1 ? 'person' : 'people'} now?`}
          description="You can't take back emails once they are sent."
          action="Send emails"
          isDestructive={false}
          onConfirm={() => {
            setAsking(false)
            void notify()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {page.elements.length === 0 ? (
        <p className="admin-empty ink-2">
          No one has joined the launch list yet. The form is on the About page.
        </p>
      ) : (
        <ScrolledTable name="Launch list" columns={COLUMNS}>
          {page.elements.map((entry) => (
            <tr key={entry.id}>
              <td>
                <b className="admin-strong">{entry.email}</b>
              </td>
              <td>{timeOf(entry.timestamp)}</td>
              <td>
                <span className="badge" data-tone={entry.notified ? 'success' : 'notice'}>
                  {entry.notified ? 'Notified' : 'Pending'}
                </span>
              </td>
              <td>{timeOf(entry.notifiedAt)}</td>
              <td>{entry.ipAddress ?? ''}</td>
            </tr>
          ))}
        </ScrolledTable>
      )}
      <MoreRows page={page} adding={adding} more={more} />
    </section>
  )
}

function useNotify(onNotified: () => Promise<void>) {
  const { api, toasts } = useServices()
  const [notifying, setNotifying] = useState(false)

  async function notify() {
    setNotifying(true)
    try {
      const { notified } = (await api.call('notifyLaunchList', {})).data.responseData
      toasts.show({
        title: 'Emails sent',
        description: `We emailed ${notified} ${notified === 1 ? 'person' : 'people'}.`,
      })
      await onNotified()
    } catch (error) {
      if (!isReportedAlready(error))
        toasts.show({
          title: 'Error',
          description: messageOf(error, 'We could not send the emails. Please try again.'),
          variant: 'destructive',
        })
    } finally {
      setNotifying(false)
    }
  }

  return { notifying, notify }
}
