import type { BrowserContext } from '@playwright/test'
import {
  aProfile,
  composer,
  expect,
  findMatch,
  logInByForm,
  PASSWORD,
  register,
  say,
  test,
} from '../kit/browser.ts'

/** Blocks site data as Chrome's setting does: each access throws. */
const blockSiteData = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, store, { get: refuse })
    Object.defineProperty(navigator.locks, 'request', { value: async () => refuse() })
  })

/** Fills the storage: it can be read, and takes nothing. */
const fillStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

// covers: design-blocked-storage
test('members log in, match and chat where the browser blocks site data or its storage is full', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await blockSiteData(asha.context)
  await fillStorage(ben.context)
  for (const one of [asha, ben]) {
    const { email } = aProfile(['Amnesia'])
    await register(one.page, { ...aProfile(['Amnesia']), email })
    await one.context.clearCookies()
    await server.sql('UPDATE "user" SET email_verified = true WHERE user_name = $1', [email])
    await logInByForm(one.page, email, PASSWORD)
    await expect(one.page.getByText('You stay logged in on this page only').first()).toBeVisible()
    await findMatch(one)
  }
  await composer(asha).waitFor()
  await composer(ben).waitFor()
  await say(asha, 'Nothing is stored here')
  await expect(ben.page.getByRole('log')).toContainText('Nothing is stored here')
  await say(ben, 'Nor here')
  await expect(asha.page.getByRole('log')).toContainText('Nor here')
})
