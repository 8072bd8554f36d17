import { plural, t } from '@lingui/core/macro'
import { ChevronDown } from 'lucide-react'
import { Suspense } from 'react'
import type { Partner } from '#schema/account.ts'
import type { LookingFor } from '#schema/enums.ts'
import { interestName } from '../../i18n/interest-name.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'
import { listText } from '../../ui/list-text.ts'
import { Overlap } from '../../ui/logo.tsx'
import { InterestTags } from '../shared/interest-tags.tsx'
import { lookingForText } from '../shared/looking-for-text.ts'

const WhyMatched = deferred(
  () => withTexts('people', import('../shared/wishes/why-matched.tsx')),
  'WhyMatched',
)

/** Identifies the part of the page that the toggles open. */
const ID = 'common-ground'

export interface CommonGroundToggleProps {
  shared: readonly string[]
  partnerName: string
  isOpen: boolean
  onToggle(): void
}

/** The shared interests in the line below the partner's name. They are cut to one line; pressed, they show whole. */
export const SharedLine = ({ shared, isOpen, onToggle }: CommonGroundToggleProps) => (
  <button type="button" className="shared" aria-expanded={isOpen} aria-controls={ID} onClick={onToggle}>
    <Overlap />
    <span className="sr-only">{t`You both like`} </span>
    <span className="shared-names" dir="auto">
      {listText(shared.map(interestName))}
    </span>
  </button>
)

/** On a phone: how much both have in common, in a row of its own. */
export function CommonGroundFold({ shared, partnerName, isOpen, onToggle }: CommonGroundToggleProps) {
  const count = shared.length
  return (
    <div className="bar-two">
      <button type="button" className="fold" aria-expanded={isOpen} aria-controls={ID} onClick={onToggle}>
        <Overlap />
        <span>
          {count > 0 ? plural(count, { one: '# in common', other: '# in common' }) : t`About ${partnerName}`}
        </span>
        <ChevronDown className="icon" data-size="sm" aria-hidden="true" />
      </button>
    </div>
  )
}

interface CommonGroundProps {
  shared: readonly string[]
  /** The partner's languages, as a sentence; empty while they are not known. */
  speaks: string
  lookingFor: readonly LookingFor[]
  partner: Partner | null
  isOpen: boolean
}

/** The shared interests, the partner's languages and what the partner looks for. It opens in the bar and pushes the log. */
export const CommonGround = ({ shared, speaks, lookingFor, partner, isOpen }: CommonGroundProps) => (
  <section className="folded" id={ID} hidden={!isOpen} aria-label={t`In common`}>
    {isOpen && partner && (
      <Suspense>
        <WhyMatched partner={partner} interests={shared} />
      </Suspense>
    )}
    {shared.length > 0 && <InterestTags interests={shared} size="sm" shared />}
    {speaks && <p className="speaks">{speaks}</p>}
    {lookingFor.length > 0 && <p>{lookingForText(lookingFor)}</p>}
  </section>
)
