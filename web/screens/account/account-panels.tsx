import '../../ui/css/account.css'
import { t } from '@lingui/core/macro'
import type { User } from '#schema/account.ts'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OwnCardDialog } from './own-card-dialog.tsx'
import { PremiumDialog } from './premium-dialog.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SettingsSheet } from './settings-sheet.tsx'
import { SupportDialog } from './support-dialog.tsx'

/** Shows the open panel of the member's account, if any. */
export function AccountPanels({ me }: { me: User }) {
  const { panel } = useMember()
  const open = useStore(panel)
  const close = () => panel.setState(null)
  if (open === 'profile') return <ProfileDialog me={me} onClose={close} />
  if (open === 'card') return <OwnCardDialog me={me} onClose={close} />
  if (open === 'premium') return <PremiumDialog me={me} onClose={close} />
  if (open === 'settings') return <SettingsSheet me={me} onClose={close} />
  if (open === 'support') return <SupportDialog me={me} onClose={close} />
  return null
}

function ProfileDialog({ me, onClose }: { me: User; onClose(): void }) {
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t`Edit Profile`}>
      <div className="profile-scroll">
        <ProfileFacts me={me} />
        <ProfileForm me={me} onClose={onClose} />
      </div>
    </Dialog>
  )
}
