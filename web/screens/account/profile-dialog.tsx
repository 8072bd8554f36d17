import { t } from '@lingui/core/macro'
import type { User } from '#schema/account.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileDialog({ me, onClose }: { me: User; onClose(): void }) {
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t`Edit Profile`}>
      <div className="profile-scroll">
        <ProfileFacts me={me} />
        <ProfileForm me={me} onClose={onClose} />
      </div>
    </Dialog>
  )
}
