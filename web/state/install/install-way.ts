import { isAppleTouchDevice } from '../is-apple-touch-device.ts'
import { type InstalledWindow, isInstalled } from './is-installed.ts'

/**
 * How a member installs the app. `prompt`: the browser asks them. `share`: from the Share menu of an iPhone or iPad. `menu`:
 * from the menu of Firefox on Android. `dock`: from the File menu of Safari on a Mac.
 */
export type InstallWay = 'prompt' | 'share' | 'menu' | 'dock'

/** The parts of the window that tell how the app is installed. */
export interface InstallWindow extends InstalledWindow {
  readonly navigator: InstalledWindow['navigator'] & Pick<Navigator, 'userAgent' | 'maxTouchPoints'>
}

/** The first version of Safari on a Mac that can install apps. */
const SAFARI_WITH_DOCK = 17

/** Returns how the app can be installed in this browser; null where it cannot, or is installed already. */
export function installWay(window: InstallWindow, event: Event | null): InstallWay | null {
  if (isInstalled(window)) return null
  if (event) return 'prompt'
  const { navigator } = window
  const { userAgent } = navigator
  if (isAppleTouchDevice(navigator)) return hasShareMenu(userAgent) ? 'share' : null
  if (/Android.*Firefox\//.test(userAgent)) return 'menu'
  const [, safari] = /Macintosh.* Version\/(\d+)[\d.]* Safari\//.exec(userAgent) ?? []
  return Number(safari) >= SAFARI_WITH_DOCK ? 'dock' : null
}

/** Whether this is a browser of an iPhone or iPad. Pages inside of other apps cannot be installed. */
const hasShareMenu = (userAgent: string) => /(Version|CriOS|FxiOS|EdgiOS)\/.*Safari\//.test(userAgent)
