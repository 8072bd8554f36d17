/** An event that keeps the service worker alive until its work is done. */
export interface LastingEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface PushMessage extends LastingEvent {
  readonly data: { json(): unknown } | null
}

export interface NotificationPress extends LastingEvent {
  readonly notification: Pick<Notification, 'data' | 'close'>
}

export interface SubscriptionChange extends LastingEvent {
  readonly newSubscription?: PushSubscription | null
}

/** A page of the app. */
export interface Page {
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** The parts of a service worker that push messages need. */
export interface PushScope {
  readonly registration: Pick<
    ServiceWorkerRegistration,
    'showNotification' | 'getNotifications' | 'pushManager'
  >
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(address: string): Promise<unknown>
  }
  /** Firefox has no badges. */
  readonly navigator: { setAppBadge?(count: number): Promise<void> }
  fetch(address: string, init: RequestInit): Promise<Pick<Response, 'ok' | 'status' | 'json'>>
  addEventListener(name: 'push', listener: (event: PushMessage) => void): void
  addEventListener(name: 'notificationclick', listener: (event: NotificationPress) => void): void
  addEventListener(name: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void
}
