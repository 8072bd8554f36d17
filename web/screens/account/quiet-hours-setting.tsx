import { t } from '@lingui/core/macro'
import type { FocusEvent } from 'react'
import type { QuietHours } from '#schema/push.ts'
import { TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'

interface QuietHoursSettingProps {
  quietHours: QuietHours | null
  onChange(quietHours: QuietHours | null): void
}

/** What a member gets who turns quiet hours on. */
const SUGGESTED = { from: '22:00', until: '08:00' }

/** The time zone of this device. */
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The hours of the day without push messages. A change takes over the time zone of this device. */
export function QuietHoursSetting({ quietHours, onChange }: QuietHoursSettingProps) {
  const change = (name: 'from' | 'until', { target: { value } }: FocusEvent<HTMLInputElement>) => {
    if (!quietHours || value === '' || value === quietHours[name]) return
    onChange({ ...quietHours, [name]: value, timeZone: ownTimeZone() })
  }
  return (
    <>
      <Switch
        label={t`Quiet hours`}
        hint={t`No notifications during these hours. What is still new comes afterwards.`}
        checked={quietHours !== null}
        onChange={({ target }) => onChange(target.checked ? { ...SUGGESTED, timeZone: ownTimeZone() } : null)}
      />
      {quietHours && (
        <div className="quiet-hours">
          <TextField
            label={t({ message: 'From', comment: 'The beginning of quiet hours' })}
            type="time"
            required
            defaultValue={quietHours.from}
            onBlur={(event) => change('from', event)}
          />
          <TextField
            label={t({ message: 'Until', comment: 'The end of quiet hours' })}
            type="time"
            required
            defaultValue={quietHours.until}
            onBlur={(event) => change('until', event)}
          />
          <p className="hint">{t`Time zone: ${{ zone: quietHours.timeZone.replaceAll('_', ' ') }}`}</p>
        </div>
      )}
    </>
  )
}
