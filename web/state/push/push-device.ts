import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { endPush } from '../../data/end-push.ts'
import { hasKey, subscribeWith, subscriptionRequest } from '../../data/push-subscription.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { PushWindow } from './push-support.ts'

interface PushDeviceDeps {
  window: PushWindow
  api: Api
  storage: Pick<PageStorage, 'getItem' | 'setItem' | 'removeItem'>
  userId: string
}

/** `unavailable`: the browser cannot subscribe, for example in a private window. */
export type TurnedOn = 'on' | 'refused' | 'unavailable'

/** The push messages of this browser. */
export interface PushDevice {
  /** Asks the browser for its permission, and subscribes. Call it only at a press of the member. @throws ApiFailure */
  turnOn(publicKey: string): Promise<TurnedOn>
  /** `id`: this browser on the list of the server, if it is there. @throws ApiFailure */
  turnOff(id: string | null): Promise<void>
  /**
   * Subscribes again after the server got another key or the browser lost the subscription. Forgets it after the member
   * removed this browser on another device. @throws ApiFailure
   */
  recheck(): Promise<void>
}

export function createPushDevice({ window, api, storage, userId }: PushDeviceDeps): PushDevice {
  const { navigator, Notification } = window
  const findManager = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager

  async function subscribe(publicKey: string): Promise<TurnedOn> {
    const manager = await findManager()
    if (!manager) return 'unavailable'
    // Browsers refuse while no service worker is active.
    await navigator.serviceWorker?.ready
    const subscription = await subscribeWith(manager, publicKey).catch(() => null)
    if (!subscription) return 'unavailable'
    await api.call('subscribeToPush', { body: subscriptionRequest(subscription) })
    storage.setItem(STORAGE_KEYS.push, userId)
    return 'on'
  }

  async function forget() {
    storage.removeItem(STORAGE_KEYS.push)
    await endPush(navigator)
  }

  return {
    async turnOn(publicKey) {
      const permission = await Notification?.requestPermission()
      return permission === 'granted' ? subscribe(publicKey) : 'refused'
    },
    async turnOff(id) {
      if (id) await api.call('removePushDevice', { params: { id } })
      await forget()
    },
    async recheck() {
      if (storage.getItem(STORAGE_KEYS.push) !== userId) return
      const { data } = await api.call('getPush', { headers: { [BACKGROUND_HEADER]: '1' } })
      const { publicKey, devices } = data
      const subscription = await (await findManager())?.getSubscription()
      const isListed = devices.some(({ current }) => current)
      const isSame = subscription && publicKey && hasKey(subscription, publicKey)
      if (isListed && isSame) return
      if (!publicKey || isSame || Notification?.permission !== 'granted') await forget()
      else await subscribe(publicKey)
    },
  }
}
