import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { User } from '#schema/account.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useStore } from '../../../hooks/services.tsx'
import { withTexts } from '../../../i18n/with-texts.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { AgeWishLine } from './age-wish-line.tsx'
import { BellsOffer } from './bells-offer.tsx'
import { EveningLine } from './evening-line.tsx'
import { ExchangeLine } from './exchange-line.tsx'
import { ExpectedWaitLine } from './expected-wait-line.tsx'

const RingCard = deferred(
  () => withTexts('ring', import('./ring-card.tsx')),
  'RingCard',
  () => null,
)

/**
 * What the search screen says about the wait: what lengthens it, and how long it usually is. A long one offers the
 * interest bells, outside of what is announced.
 */
export function SearchNotes({ me }: { me: User }) {
  const state = useStore(useMember().chat)
  return (
    <>
      <div className="words" role="status">
        {state.phase === 'searching' && state.kind.evening && <EveningLine evening={state.kind.evening} />}
        {state.phase === 'searching' && state.kind.isExchange && <ExchangeLine me={me} />}
        {(me.minPartnerAge ?? me.maxPartnerAge) !== null && <AgeWishLine me={me} />}
        {state.phase === 'searching' && <ExpectedWaitLine interests={me.interests} since={state.since} />}
      </div>
      {state.phase === 'searching' && state.hint && <BellsOffer interests={me.interests} />}
      <RingSlot me={me} />
    </>
  )
}

/** The card stands in the foot of the screen, but loads with the notes. */
function RingSlot({ me }: { me: User }) {
  const [foot, setFoot] = useState<Element | null>(null)
  useEffect(() => setFoot(document.querySelector('.search-foot')), [])
  return (
    foot &&
    createPortal(
      <Suspense>
        <RingCard me={me} />
      </Suspense>,
      foot,
    )
  )
}
