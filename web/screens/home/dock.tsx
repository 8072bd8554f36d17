import { t } from '@lingui/core/macro'
import { LogOut, Settings2 } from 'lucide-react'
import type { User } from '#schema/account.ts'
import { useMember } from '../../hooks/member.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useLogOut } from '../shared/use-log-out.ts'

/** The floating buttons at the bottom left. */
export function Dock({ me }: { me: User }) {
  const { panel } = useMember()
  const logOut = useLogOut()
  return (
    <div className="dock">
      <div>
        <Button variant="quiet" className="dock-profile" onClick={() => panel.setState('profile')}>
          <Mark id={me.id} size="1.5rem" />
          <span>{t`Edit Profile`}</span>
        </Button>
        <IconButton label={t`Settings`} onClick={() => panel.setState('settings')}>
          <Settings2 className="icon" data-size="md" aria-hidden="true" />
        </IconButton>
      </div>
      <div>
        <IconButton label={t`Log out`} onClick={() => void logOut()}>
          <LogOut className="icon" data-size="md" aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
