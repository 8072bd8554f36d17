import bowser from 'bowser'
import { isDesktopAgent } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'

export interface BrowserNames {
  browser: string
  system: string
}

/** Returns the common names of a browser, or of the desktop app, and its system. Versions mean little to members. */
export function describeBrowser(userAgent: string | null): BrowserNames {
  const { browser, os } = userAgent ? bowser.parse(userAgent) : { browser: {}, os: {} }
  const name = isDesktopAgent(userAgent) ? `${PRODUCT.name} desktop app` : browser.name
  return { browser: name || 'Unknown browser', system: os.name || 'Unknown system' }
}
