import { t } from '@lingui/core/macro'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#schema/account.ts'
import { PRODUCT } from '#schema/product.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { usePush } from '../../hooks/use-push.ts'
import { createNotice } from '../../state/notice.ts'
import { pushSupport } from '../../state/push/push-support.ts'
import { Button } from '../../ui/button.tsx'
import { type PushDeviceProps, usePushDevice } from './use-push-device.ts'

const { name: product } = PRODUCT

/** Offers push messages beside a chat that is set aside, until the member answers. */
export function PushOffer({ me }: { me: User }) {
  const { storage } = useServices()
  const [notice] = useState(() => createNotice(storage, STORAGE_KEYS.pushOffer, me.id))
  const isWanted = useStore(notice)
  const state = usePush()
  if (!isWanted || !state?.publicKey || pushSupport(window) !== 'possible') return null
  if (state.devices.some(({ current }) => current)) return null
  return <Offer me={me} state={state} publicKey={state.publicKey} onAnswer={notice.dismiss} />
}

function Offer({ onAnswer, ...props }: PushDeviceProps & { onAnswer(): void }) {
  const { isChanging, change } = usePushDevice(props)

  async function turnOn() {
    await change(true)
    onAnswer()
    // The focused button is gone.
    document.getElementById('idle-title')?.focus()
  }
  function dismiss() {
    onAnswer()
    document.getElementById('idle-title')?.focus()
  }

  return (
    <section className="notice" data-tone="you" aria-label={t`Notifications`}>
      <Bell className="icon" aria-hidden="true" />
      <strong>{t`Don't miss the answer`}</strong>
      <span>
        {t`Get a notification about new messages while ${product} is closed. It never shows what a message says.`}
      </span>
      <span className="notice-actions">
        <Button size="sm" variant="quiet" loading={isChanging} onClick={() => void turnOn()}>
          {t`Turn on notifications`}
        </Button>
        <Button size="sm" variant="quiet" onClick={dismiss}>
          {t`Not now`}
        </Button>
      </span>
    </section>
  )
}
