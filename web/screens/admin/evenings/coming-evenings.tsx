import { t } from '@lingui/core/macro'
import { Button } from '../../../ui/button.tsx'
import { ScrolledTable } from '../../shared/scrolled-table.tsx'
import { hoursText, zoneName } from './evening-hours.ts'
import type { Planned } from './operations.ts'

const columns = () => [t`Topic`, t`Hours`, t`Time zone`, t`Actions`]

interface ComingEveningsProps {
  evenings: readonly Planned[]
  onChange(evening: Planned): void
  onCancel(evening: Planned): void
}

/** The evenings that are running or come next. One that has begun can only be cancelled. */
export function ComingEvenings({ evenings, onChange, onCancel }: ComingEveningsProps) {
  if (evenings.length === 0) return <p className="admin-empty ink-2">{t`No evening is scheduled.`}</p>
  const now = Date.now()
  return (
    <ScrolledTable name={t`Evenings`} columns={columns()}>
      {evenings.map((evening) => (
        <tr key={evening.id}>
          <td>
            <b className="admin-strong">
              <bdi>{evening.topic}</bdi>
            </b>
          </td>
          <td className="num">{hoursText(evening)}</td>
          <td translate="no">{zoneName(evening.timeZone)}</td>
          <td className="evening-actions">
            {Date.parse(evening.startsAt) > now ? (
              <Button size="sm" variant="quiet" onClick={() => onChange(evening)}>
                {t`Change`}
              </Button>
            ) : (
              <span className="badge" data-tone="success">{t`Running`}</span>
            )}
            <Button size="sm" variant="danger-quiet" onClick={() => onCancel(evening)}>
              {t`Cancel evening`}
            </Button>
          </td>
        </tr>
      ))}
    </ScrolledTable>
  )
}
