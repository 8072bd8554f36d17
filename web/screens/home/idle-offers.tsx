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

/** What the home screen offers: push messages beside a chat that is set aside, or a passkey after a login with the password. */
export const IdleOffers = ({ me, what }: { me: User; what: 'push' | 'passkey' }) => (
  <Suspense>{what === 'push' ? <PushOffer me={me} /> : <PasskeyOffer me={me} />}</Suspense>
)
