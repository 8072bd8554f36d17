import { test as base, type Visitor } from './browser.ts'
import { type DesktopPage, openDesktopPage } from './desktop-page.ts'

/** Starts the desktop app. It uses the file's server by default. */
export const test = base.extend<{ openDesktop(server?: string): Promise<DesktopPage> }>({
  openDesktop: async ({ browser, server }, use) => {
    const open: DesktopPage[] = []
    await use(async (address = server.url) => {
      const opened = await openDesktopPage(browser, { server: address })
      open.push(opened)
      return opened
    })
    for (const one of open) await one.stop()
  },
})

export const asVisitor = ({ page }: DesktopPage): Visitor => ({ page, context: page.context() })
