import { t } from '@lingui/core/macro'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { User } from '#schema/account.ts'
import { PRODUCT } from '#schema/product.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { createInstallOffer } from '../../state/install/install-offer.ts'
import type { InstallWay } from '../../state/install/install-way.ts'
import { Button } from '../../ui/button.tsx'
import { InstallSteps } from './install-steps.tsx'
import { useInstall } from './use-install.ts'

const { name: product } = PRODUCT

/** Offers to install the app after the second good conversation, where it can be installed. Other people come first. */
export function InstallOffer({ me }: { me: User }) {
  const { storage } = useServices()
  const { invitations, knocks } = useMember()
  const [offer] = useState(() => createInstallOffer({ storage, userId: me.id, now: () => Date.now() }))
  const [isWanted, setWanted] = useState(() => me.emailVerified && offer.isDue())
  const { way, ask } = useInstall()
  const isInvited = useStore(invitations) !== null
  const hasKnock = useStore(knocks).length > 0

  async function install() {
    setWanted(false)
    if (await ask()) offer.end()
    focusTitle()
  }
  function dismiss() {
    setWanted(false)
    focusTitle()
  }

  if (!isWanted || !way || isInvited || hasKnock) return null
  return <Offer way={way} onShown={offer.noteShown} onInstall={() => void install()} onDismiss={dismiss} />
}

/** The focused button is gone. */
const focusTitle = () => document.getElementById('idle-title')?.focus()

interface OfferProps {
  way: InstallWay
  onShown(): void
  onInstall(): void
  onDismiss(): void
}

function Offer({ way, onShown, onInstall, onDismiss }: OfferProps) {
  const [areStepsShown, setStepsShown] = useState(false)
  useEffect(onShown, [onShown])
  return (
    <section className="notice" data-tone="you" aria-label={t`Install ${product}`}>
      <Download className="icon" aria-hidden="true" />
      <strong>{t`Keep ${product} at hand`}</strong>
      <span>{whatItBrings(way)}</span>
      {way !== 'prompt' && areStepsShown && <InstallSteps way={way} />}
      <div className="notice-actions">
        {way === 'prompt' ? (
          <Button size="sm" variant="quiet" onClick={onInstall}>
            {t`Install`}
          </Button>
        ) : (
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={areStepsShown}
            onClick={() => setStepsShown(!areStepsShown)}
          >
            {t`Show me how`}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onDismiss}>
          {t`Not now`}
        </Button>
      </div>
    </section>
  )
}

/** Says what the installed app brings, and what it does not. */
const whatItBrings = (way: InstallWay) =>
  way === 'share'
    ? t`Install it: ${product} gets its own icon and opens without a network, but you still need one to chat. On an iPhone or iPad, notifications work only in the installed app. You log in there once more.`
    : t`Install it: ${product} gets its own icon and opens without a network, but you still need one to chat. Notifications work with or without it.`
