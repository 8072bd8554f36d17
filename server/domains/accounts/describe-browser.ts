import bowser from 'bowser'
import { isDesktopAgent } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'

export interface BrowserNames {
  browser: string
  system: string
}

/** A browser, or the desktop app, as people call it. Versions are left out: they change by themselves, and say nothing to most. */
export function describeBrowser(userAgent: string | null): BrowserNames {
  const { browser, os } = userAgent ? bowser.parse(userAgent) : { browser: {}, os: {} }
  const name = isDesktopAgent(userAgent) ? `${PRODUCT.name} desktop app` : browser.name
  return { browser: name || 'Unknown browser', system: os.name || 'Unknown system' }
}
