import { bringToFront } from './bring-to-front.ts'

/** What a tab asks to show (web/state/chat/match-notifications.ts). */
interface MatchNotification {
  title: string
  options: NotificationOptions
}

/**
 * Shows the notifications of matches where pages cannot, as on Android. A press brings the tab that asked to the front.
 */
export function addMatchNotifications(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    const { source, data } = event
    if (isMatchNotification(data) && source && 'id' in source) event.waitUntil(show(scope, source.id, data))
  })
  scope.addEventListener('notificationclick', (event) => {
    const { notification } = event
    const tab = tabOf(notification.data)
    if (tab === null) return
    notification.close()
    event.waitUntil(bringToFront(scope.clients, tab))
  })
}

/** Shows a notification, unless the member came back to the tab while the worker started. */
async function show(
  { clients, registration }: ServiceWorkerGlobalScope,
  tab: string,
  { title, options }: MatchNotification,
) {
  const client = await clients.get(tab)
  if (client && 'visibilityState' in client && client.visibilityState === 'visible') return
  await registration.showNotification(title, { ...options, data: { tab } })
}

const isMatchNotification = (data: unknown): data is MatchNotification =>
  typeof data === 'object' && data !== null && 'title' in data && 'options' in data

/** Returns the tab that asked for a notification; null for a notification of another kind. */
const tabOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'tab' in data && typeof data.tab === 'string' ? data.tab : null
