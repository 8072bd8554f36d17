import { Suspense, useEffect, useState } from 'react'
import type { User } from '#schema/account.ts'
import { canKeepPasskeys } from '../../data/can-use-passkeys.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { useServices } from '../../hooks/services.tsx'
import { createPausableOffer } from '../../state/session/pausable-offer.ts'
import { deferred } from '../../ui/deferred.tsx'

const PasskeyOfferNotice = deferred(
  () => import('./passkey-offer-notice.tsx'),
  'PasskeyOfferNotice',
  () => null,
)

/**
 * Offers a passkey after a login with the password, where this device can keep one. The offer ends with the screen that shows
 * it, so it comes once after each login, and never again once the member refused it.
 */
export function PasskeyOffer({ me }: { me: User }) {
  const { storage, tabStorage } = useServices()
  const [offer] = useState(() =>
    createPausableOffer({ storage, key: STORAGE_KEYS.passkeyOffer, userId: me.id, now: () => Date.now() }),
  )
  const [canKeep, setCanKeep] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    void canKeepPasskeys().then(setCanKeep)
    return () => tabStorage.removeItem(STORAGE_KEYS.passwordLogin)
  }, [tabStorage])

  function end() {
    setAnswered(true)
    // The focused button is gone.
    document.getElementById('idle-title')?.focus()
  }
  function answer(give: () => void) {
    give()
    end()
  }

  if (isAnswered || !canKeep || !me.emailVerified || !offer.isWanted()) return null
  return (
    <Suspense>
      <PasskeyOfferNotice
        onAdded={end}
        onPause={() => answer(offer.pause)}
        onRefuse={() => answer(offer.refuse)}
      />
    </Suspense>
  )
}
