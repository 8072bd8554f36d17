import bowser from 'bowser'

export interface BrowserNames {
  browser: string
  system: string
}

/** A browser as people call it. Versions are left out: they change by themselves, and say nothing to most. */
export function describeBrowser(userAgent: string | null): BrowserNames {
  const { browser, os } = userAgent ? bowser.parse(userAgent) : { browser: {}, os: {} }
  return { browser: browser.name || 'Unknown browser', system: os.name || 'Unknown system' }
}
