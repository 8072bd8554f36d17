import { UNSENT_SYNC } from '../../data/unsent-stores.ts'

/** Asks a browser with Background Sync to start the worker once there is a network. Others send when the app is open again. */
export async function requestSync({
  serviceWorker,
}: Partial<Pick<Navigator, 'serviceWorker'>>): Promise<void> {
  try {
    const registration = await serviceWorker?.getRegistration()
    if (registration && hasSync(registration)) await registration.sync.register(UNSENT_SYNC)
  } catch {
    // The member forbids it.
  }
}

const hasSync = (
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } } =>
  'sync' in registration
