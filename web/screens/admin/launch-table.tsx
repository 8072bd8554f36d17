import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import type { AdminStats, LaunchNotification } from '#schema/admin.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { dateLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ScrolledTable } from '../shared/scrolled-table.tsx'
import type { AdminPage } from './mock-data.ts'
import { MoreRows } from './more-rows.tsx'

const columns = () => [t`Email`, t`Joined`, t`Status`, t`Notified`, t`IP address`]

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
  iso ? new Date(iso).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }) : ''

export function LaunchTable({ page, adding, more, stats, real, onNotified }: LaunchTableProps) {
  const { notifying, notify } = useNotify(onNotified)
  const [asking, setAsking] = useState(false)
  const pending = stats.pendingCount
  return (
    <section className="admin-table sheet-surface" aria-labelledby="launch-title">
      <div className="card-head">
        <h2 className="heading" id="launch-title">
          {t`Launch notifications`}
        </h2>
        <span className="count">{page.total}</span>
        <Button
          size="sm"
          loading={notifying}
          disabled={!real || pending === 0}
          onClick={() => setAsking(true)}
        >
          {plural(pending, { other: `Notify ${pending} pending` })}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={plural(pending, {
            one: `Email ${pending} person now?`,
            other: `Email ${pending} people now?`,
          })}
          description={t`You can't take back emails once they are sent.`}
          action={t`Send emails`}
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
          {t`No one has joined the launch list yet. The form is on the About page.`}
        </p>
      ) : (
        <ScrolledTable name={t`Launch list`} columns={columns()}>
          {page.elements.map((entry) => (
            <tr key={entry.id}>
              <td>
                <b className="admin-strong" translate="no">
                  {entry.email}
                </b>
              </td>
              <td>{timeOf(entry.timestamp)}</td>
              <td>
                <span className="badge" data-tone={entry.notified ? 'success' : 'notice'}>
                  {entry.notified ? t`Notified` : t`Pending`}
                </span>
              </td>
              <td>{timeOf(entry.notifiedAt)}</td>
              <td translate="no">{entry.ipAddress ?? ''}</td>
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
        title: t`Emails sent`,
        description: plural(notified, {
          one: `We emailed ${notified} person.`,
          other: `We emailed ${notified} people.`,
        }),
      })
      await onNotified()
    } catch (error) {
      if (!isReportedAlready(error))
        toasts.show({
          title: t`Error`,
          description: messageOf(error, t`We could not send the emails. Please try again.`),
          variant: 'destructive',
        })
    } finally {
      setNotifying(false)
    }
  }

  return { notifying, notify }
}
