import { t } from '@lingui/core/macro'
import { useStore } from '../../hooks/services.tsx'
import type { MatchNotifications } from '../../state/chat/match-notifications.ts'
import { Switch } from '../../ui/switch.tsx'

/** Turns the system notifications of matches on and off. */
export function NotificationSetting({ notifications }: { notifications: MatchNotifications }) {
  const setting = useStore(notifications)
  const isDenied = setting === 'denied'
  return (
    <Switch
      label={t`Matches while you're in another tab`}
      hint={
        isDenied
          ? t`Your browser blocks notifications from this page. Allow them in the browser's site settings, then turn this on.`
          : t`Shows a notification on this device when we find someone, or when someone wants to talk with you.`
      }
      checked={setting === 'on'}
      disabled={isDenied}
      onChange={({ target }) => (target.checked ? void notifications.turnOn() : notifications.turnOff())}
    />
  )
}
