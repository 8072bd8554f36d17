import type { Page } from '@playwright/test'

/** Shows or hides the tab for its page: Chromium keeps every tab of a test visible. */
export const showTab = (page: Page, visible: boolean) =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    visible ? 'visible' : 'hidden',
  )
