import type { PushSubscriptionRequest } from '#schema/push.ts'

/** Returns the subscription of this browser with the key of the server. One with another key is replaced. */
export async function subscribeWith(
  manager: Pick<PushManager, 'getSubscription' | 'subscribe'>,
  publicKey: string,
): Promise<PushSubscription> {
  const before = await manager.getSubscription()
  if (before && hasKey(before, publicKey)) return before
  await before?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Returns whether the subscription is one with the key of the server. */
export function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const { applicationServerKey: key } = options
  return key !== null && inBase64url(new Uint8Array(key)) === publicKey.replace(/=+$/, '')
}

const inBase64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Returns what the server needs to know. @throws Error for a subscription without keys */
export function subscriptionRequest(subscription: PushSubscription): PushSubscriptionRequest {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('the subscription has no address or no keys')
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}
