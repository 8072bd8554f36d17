import { Suspense } from 'react'
import type { User } from '#schema/account.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'

const PushOffer = deferred(
  () => withTexts('push', import('../account/push-offer.tsx')),
  'PushOffer',
  () => null,
)
const PasskeyOffer = deferred(
  () => withTexts('privacy', import('../privacy/passkey-offer.tsx')),
  'PasskeyOffer',
  () => null,
)
const InstallOffer = deferred(
  () => withTexts('install', import('../install/install.tsx')),
  'InstallOffer',
  () => null,
)
const RingLine = deferred(
  () => withTexts('search', withTexts('ring', import('../shared/wishes/ring-line.tsx'))),
  'RingLine',
  () => null,
)
const OFFERS = { ring: RingLine, push: PushOffer, passkey: PasskeyOffer, install: InstallOffer }

/**
 * What the home screen offers: a search that goes on, push messages beside a chat that is set aside, a passkey after a login with the password, or
 * to install the app after good conversations.
 */
export function IdleOffers({ me, what }: { me: User; what: keyof typeof OFFERS }) {
  const Offer = OFFERS[what]
  return (
    <Suspense>
      <Offer me={me} />
    </Suspense>
  )
}
