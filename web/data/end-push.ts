/** What a page with or without a service worker has. */
interface Worker {
  readonly serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'>
}

/** Ends the push messages of this browser, and closes the notifications on screen. Does not reject. */
export async function endPush({ serviceWorker }: Worker): Promise<void> {
  try {
    const registration = await serviceWorker?.getRegistration()
    const shown = await registration?.getNotifications()
    for (const notification of shown ?? []) notification.close()
    const subscription = await registration?.pushManager?.getSubscription()
    await subscription?.unsubscribe()
  } catch {
    // The server has ended them with the session.
  }
}
