import './notification-settings.css'
import { t } from '@lingui/core/macro'
import { Link } from 'react-router'
import type { User } from '#schema/account.ts'
import { useMember } from '../../hooks/member.tsx'
import { usePush } from '../../hooks/use-push.ts'
import { NotificationSetting } from './notification-setting.tsx'
import { PushChoices } from './push-choices.tsx'
import { PushSetting } from './push-setting.tsx'

/** The notifications of this device, and what push messages tell on all devices of the member. */
export function NotificationSettings({ me, onClose }: { me: User; onClose(): void }) {
  const { matchNotifications } = useMember()
  const push = usePush()
  const devices = push?.devices ?? []
  const isPushed = devices.some(({ current }) => current)
  return (
    <div className="panel-form">
      {push?.publicKey && <PushSetting me={me} state={push} publicKey={push.publicKey} />}
      {matchNotifications && !isPushed && <NotificationSetting notifications={matchNotifications} />}
      {push && devices.length > 0 && (
        <>
          <PushChoices preferences={push.preferences} />
          <p className="hint">
            <Link className="link" to="/privacy-centre#push-devices" onClick={onClose}>
              {t`Your devices with notifications`}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}
