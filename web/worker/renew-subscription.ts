import { PUSH_ADDRESS, PUSH_DEVICES_ADDRESS } from '../data/addresses.ts'
import { subscribeWith, subscriptionRequest } from '../data/push-subscription.ts'
import type { PushScope } from './push-scope.ts'

/**
 * Tells the server about the subscription that replaces an earlier one, or makes one. The cookie names the session. Ends
 * the subscription when the member is logged out or the server sends no push messages any more.
 */
export async function renewSubscription(
  { registration, fetch }: Pick<PushScope, 'registration' | 'fetch'>,
  renewed: PushSubscription | null,
): Promise<void> {
  const { pushManager } = registration
  const publicKey = await readPublicKey(fetch)
  if (publicKey === undefined) return
  if (publicKey === null) return void (await (await pushManager.getSubscription())?.unsubscribe())
  const subscription = renewed ?? (await subscribeWith(pushManager, publicKey))
  const answer = await fetch(PUSH_DEVICES_ADDRESS, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscriptionRequest(subscription)),
  })
  // The next page of the member tries again.
  if (!answer.ok) throw new Error(`the renewed subscription was answered with ${answer.status}`)
}

/** Returns the key of the server; null when it sends nothing to this browser, undefined when it did not say. */
async function readPublicKey(fetch: PushScope['fetch']): Promise<string | null | undefined> {
  const answer = await fetch(PUSH_ADDRESS, { credentials: 'include' })
  if (answer.status === 401 || answer.status === 403) return null
  const body: unknown = answer.ok ? await answer.json() : undefined
  if (typeof body !== 'object' || body === null || !('publicKey' in body)) return undefined
  return typeof body.publicKey === 'string' ? body.publicKey : null
}
