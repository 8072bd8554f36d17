import { isAppleTouchDevice } from '../is-apple-touch-device.ts'

/**
 * Whether this browser can get push messages. `denied`: its own settings forbid notifications. `needs-home-screen`: iPhones
 * and iPads allow them only for apps on the Home Screen.
 */
export type PushSupport = 'possible' | 'denied' | 'needs-home-screen' | 'unsupported'

/** The parts of the window that push messages need. */
export interface PushWindow {
  readonly Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'>
  readonly PushManager?: unknown
  readonly navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {
    readonly serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration' | 'ready'>
  }
}

export function pushSupport({ Notification, PushManager, navigator }: PushWindow): PushSupport {
  if (!Notification || !PushManager || !navigator.serviceWorker)
    return isAppleTouchDevice(navigator) ? 'needs-home-screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}
