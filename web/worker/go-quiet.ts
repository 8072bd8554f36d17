import type { PushScope } from './push-scope.ts'

/**
 * Closes all notifications, and ends the push messages of this browser: each would name the app. The page of the member
 * subscribes again when the app is opened.
 */
export async function goQuiet({
  registration,
}: {
  registration: Pick<PushScope['registration'], 'getNotifications' | 'pushManager'>
}): Promise<void> {
  for (const notification of await registration.getNotifications()) notification.close()
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
