import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { User } from '#schema/account.ts'
import type { PushState } from '#schema/push.ts'
import { useServices } from '../../hooks/services.tsx'
import { usePushCache } from '../../hooks/use-push.ts'
import { createPushDevice } from '../../state/push/push-device.ts'
import { usePushFailure } from './use-push.ts'

export interface PushDeviceProps {
  me: User
  state: PushState
  /** The key of the server. */
  publicKey: string
}

/** Subscribes this browser, or ends its subscription. `isOn` changes at once, and back if that fails. */
export function usePushDevice({ me, state, publicKey }: PushDeviceProps) {
  const { api, session, storage, toasts } = useServices()
  const { refetch } = usePushCache()
  const showFailure = usePushFailure()
  const current = state.devices.find((one) => one.current)
  /** What the member has chosen while it is carried out. */
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(on: boolean) {
    if (wanted !== null) return
    setWanted(on)
    const device = createPushDevice({ window, api, storage, userId: me.id })
    try {
      if (!on) await device.turnOff(current?.id ?? null)
      else if ((await device.turnOn(publicKey)) === 'unavailable')
        toasts.show({
          title: t`This browser can't get notifications here`,
          description: t`A private window can't get them. Try a normal window or another browser.`,
          variant: 'destructive',
        })
      await refetch()
      // Pages report whether they are visible once a device gets push messages.
      session.refreshInBackground()
    } catch (error) {
      showFailure(error)
    }
    setWanted(null)
  }

  return { isOn: wanted ?? current !== undefined, isChanging: wanted !== null, change }
}
