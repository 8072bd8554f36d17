import type { BrowserContextOptions } from '@playwright/test'
import { test as base, type Visitor } from './browser.ts'
import type { TestDesktopOptions } from './desktop.ts'
import { type DesktopPage, openDesktopPage } from './desktop-page.ts'

type Options = TestDesktopOptions & { context?: BrowserContextOptions }

/** Starts the desktop app. It uses the file's server by default. */
export const test = base.extend<{ openDesktop(server?: string, options?: Options): Promise<DesktopPage> }>({
  openDesktop: async ({ browser, server }, use) => {
    const open: DesktopPage[] = []
    await use(async (address = server.url, options = {}) => {
      const opened = await openDesktopPage(browser, { server: address, ...options })
      open.push(opened)
      return opened
    })
    for (const one of open) await one.stop()
  },
})

export const asVisitor = ({ page }: DesktopPage): Visitor => ({ page, context: page.context() })
