import { readTarget } from '../data/push-target.ts'
import { openTarget } from './open-target.ts'
import type { PushScope } from './push-scope.ts'
import { renewSubscription } from './renew-subscription.ts'
import { showPushMessage } from './show-push-message.ts'

/** Shows push messages, opens what a press on one leads to, and renews a subscription that the browser replaces. */
export function addPushMessages(scope: PushScope, now: () => number = Date.now): void {
  scope.addEventListener('push', (event) => event.waitUntil(showPushMessage(scope, event.data, now())))
  scope.addEventListener('notificationclick', (event) => {
    const target = readTarget(event.notification.data)
    // Pages show notifications of their own.
    if (!target) return
    event.notification.close()
    event.waitUntil(openTarget(scope, target))
  })
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renewSubscription(scope, event.newSubscription ?? null)),
  )
}
