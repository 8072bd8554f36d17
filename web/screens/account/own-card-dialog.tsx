import './own-card.css'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { User } from '#schema/account.ts'
import { spokenLanguagesOf } from '#schema/spoken-languages.ts'
import { useMember } from '../../hooks/member.tsx'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Mark } from '../../ui/mark.tsx'
import { InterestTags } from '../shared/interest-tags.tsx'
import { lookingForText } from '../shared/looking-for-text.ts'
import { speaksText } from '../shared/speaks-text.ts'

/** Shows members what a match sees of them. */
export function OwnCardDialog({ me, onClose }: { me: User; onClose(): void }) {
  const { panel, ownCard } = useMember()

  function close() {
    ownCard.dismiss()
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t`What a match sees of you`}
      focusAfter={() => document.getElementById('idle-title')}
    >
      <div className="own-card">
        <Mark id={me.id} size="2.875rem" />
        <div>
          <p className="own-card-name">
            <bdi className="heading" translate="no">
              {me.displayName}
            </bdi>
            <span className="ink-2">
              {t({
                message: `${{ gender: i18n._(GENDER_LABELS[me.gender]) }}, ${{ age: me.age }}`,
                comment: 'Gender and age of a person',
              })}
            </span>
          </p>
          <p className="ink-2">{lookingForText(me.lookingFor)}</p>
          <p className="ink-2">{speaksText({ ...me, languages: spokenLanguagesOf(me) }, [])}</p>
        </div>
        <InterestTags interests={me.interests} size="sm" />
      </div>
      <div className="own-card-notes caption ink-2">
        <p>{t`In a chat, the interests you share are shown at the top.`}</p>
        {me.nearBy && <p>{t`Nearby is on: people near you also see your city and state.`}</p>}
        <p>{t`No one sees your email, your phone number or where you are. There are no photos.`}</p>
      </div>
      <div className="actions">
        <Button
          onClick={() => {
            ownCard.dismiss()
            panel.setState('profile')
          }}
        >
          {t`Edit Profile`}
        </Button>
        <Button variant="primary" onClick={close}>
          {t`Looks good`}
        </Button>
      </div>
    </Dialog>
  )
}
