import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleUser, Mars, Transgender, Venus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Partner } from '#schema/account.ts'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import type { PartnerPresence } from '../../state/chat/about-conversation.ts'
import { lookingForText } from '../shared/looking-for-text.ts'

const GENDER_ICONS = { Male: Mars, Female: Venus, Transgender }

const PRESENCE_LABELS: Record<Exclude<PartnerPresence, 'Away'>, MessageDescriptor> = {
  Online: msg`Online`,
  Offline: msg`Offline`,
  'Reconnecting…': msg`Reconnecting…`,
  Waiting: msg`Waiting for an answer`,
}

interface PartnerLineProps {
  partner: Partner | null
  partnerName: string
  presence: PartnerPresence
  isTyping: boolean
  /** The languages of the partner in one line; empty without any. */
  speaks: string
  /** The shared interests. */
  children: ReactNode
}

/** Who the partner is, and below it what they do and look for. */
export function PartnerLine({
  partner,
  partnerName,
  presence,
  isTyping,
  speaks,
  children,
}: PartnerLineProps) {
  const GenderIcon = partner ? GENDER_ICONS[partner.gender] : CircleUser
  return (
    <div className="id">
      <div className="name">
        <h1 className="heading" dir="auto" translate="no">
          {partnerName}
        </h1>
        <GenderIcon className="icon" aria-hidden="true" />
        {partner && (
          <>
            <span className="sr-only">{i18n._(GENDER_LABELS[partner.gender])}</span>
            <span className="age num">
              {t({ message: `${{ age: partner.age }}y`, comment: 'The age in years, short' })}
            </span>
          </>
        )}
      </div>
      <div className="about" data-typing={isTyping || undefined}>
        <Presence presence={presence} />
        {isTyping && (
          <span className="typing" aria-hidden="true">
            <i />
            {t({ message: 'is typing...', comment: 'Below the name of the partner' })}
          </span>
        )}
        {children}
        {speaks && <span className="looking">{speaks}</span>}
        {partner && partner.lookingFor.length > 0 && (
          <span className="looking">{lookingForText(partner.lookingFor)}</span>
        )}
      </div>
    </div>
  )
}

const Presence = ({ presence }: { presence: PartnerPresence }) => (
  <span>
    <span
      className="presence"
      data-online={presence === 'Online' || undefined}
      data-away={presence === 'Away' || undefined}
    />
    {presence === 'Away' ? (
      <Trans>
        Away
        <span className="sr-only">
          . They are not connected right now, but they can come back to this chat.
        </span>
      </Trans>
    ) : (
      i18n._(PRESENCE_LABELS[presence])
    )}
  </span>
)
