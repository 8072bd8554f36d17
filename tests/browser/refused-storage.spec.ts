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
  type Visitor,
} from '../kit/browser.ts'
import { goOffline } from '../kit/go-offline.ts'

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
async function fillStorage({ context, page }: Visitor, origin: string) {
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
}

/** Both write while they have no network, and a draft after that. */
async function expectNothingLost(members: [Visitor, Visitor]) {
  for (const one of members) await goOffline(one)
  for (const [index, one] of members.entries()) {
    for (const number of ['First', 'Second']) await say(one, `${number} of ${index}`)
    await expect(one.page.getByText('Not sent yet. Keep this page open until it’s sent.')).toHaveCount(2)
    await composer(one).fill('Half a sentence')
  }
  for (const { context } of members) await context.setOffline(false)
  for (const one of members) {
    const log = one.page.getByRole('log')
    for (const index of [0, 1]) {
      for (const number of ['First', 'Second'])
        await expect(log.getByText(`${number} of ${index}`, { exact: true })).toHaveCount(1)
      await expect(log).toContainText(new RegExp(`First of ${index}.*Second of ${index}`, 's'))
    }
    await expect(one.page.getByText('Not sent yet.')).toHaveCount(0)
    await expect(composer(one)).toHaveValue('Half a sentence')
  }
}

// covers: design-blocked-storage, beyond-outbox-blocked-storage, beyond-outbox-unkept
// covers: beyond-drafts-full-storage
test('members log in, match and chat where the browser blocks site data or its storage is full', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await blockSiteData(asha.context)
  await fillStorage(ben, server.url)
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
  await expectNothingLost([asha, ben])
})
