import '../../ui/css/account.css'
import type { User } from '#schema/account.ts'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import { OwnCardDialog } from './own-card-dialog.tsx'
import { PremiumDialog } from './premium-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
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
