import type { Page } from '@playwright/test'
import { LANGUAGES } from '#schema/languages.ts'
import { PRODUCT } from '#schema/product.ts'
import { becomeMember, composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'
import { translatePages } from '../kit/page-translator.ts'
import { tourScreens } from '../kit/tour.ts'

/** Texts that stay as they are in every language, beside addresses and numbers. On an English page, English is a word. */
const NAMES: ReadonlySet<string> = new Set([
  PRODUCT.name,
  ...LANGUAGES.flatMap(({ code, name }) => (code === 'en' ? [] : name)),
])

/** Records what the page throws, and fails while it shows its error page. */
function watch(page: Page) {
  const thrown: string[] = []
  page.on('pageerror', ({ message }) => thrown.push(message))
  return thrown
}

async function expectAlive(page: Page, screen: string) {
  await expect(page.locator('font').first(), `${screen} is translated`).toBeAttached()
  await expect(page.getByText('Something went wrong', { exact: true }), screen).toHaveCount(0)
  const texts = await page.locator('font:not(option *)').allTextContents()
  const isName = (text: string) => NAMES.has(text) || /^(\S+@\S+\.\w+|\+?\d{8,}|[\d.]{7,}|::\S+)$/.test(text)
  expect(texts.map((text) => text.trim()).filter(isName), `translated names and codes of ${screen}`).toEqual(
    [],
  )
}

async function newTranslatedVisitor(newVisitor: () => Promise<Visitor>): Promise<Visitor> {
  const visitor = await newVisitor()
  await translatePages(visitor.context)
  return visitor
}

// covers: design-browser-translation
test('every screen opens and closes while the browser translates it', async ({ newVisitor, server }) => {
  const [visitor, staff] = [await newTranslatedVisitor(newVisitor), await newTranslatedVisitor(newVisitor)]
  const thrown = [visitor, staff].flatMap(({ page }) => watch(page))
  const partner = await newVisitor()
  await tourScreens({ language: 'en', visitor, staff, partner, server, look: expectAlive })
  expect(thrown).toEqual([])
})

// covers: design-browser-translation
test('a translated chat follows every change of its state', async ({ newVisitor }) => {
  const [asha, ben] = [await newTranslatedVisitor(newVisitor), await newVisitor()]
  const thrown = watch(asha.page)
  await becomeMember(asha, ['Maps'])
  const { displayName } = await becomeMember(ben, ['Maps'])
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(ben)
  await composer(asha).waitFor()
  await composer(ben).waitFor()
  const status = asha.page.locator('.chat-head .about')
  const log = asha.page.getByRole('log')
  await expect(status).toContainText('Online')
  const name = asha.page.getByRole('heading', { name: displayName })
  await expect(name, 'a name is not translated').toHaveAttribute('translate', 'no')

  await composer(ben).pressSequentially('Typing')
  await expect(asha.page.getByText(`${displayName} is typing`).first()).toBeAttached()
  await composer(ben).press('Enter')
  await expect(log).toContainText('Typing')

  await say(asha, 'Write me at asha@example.org')
  await asha.page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(ben.page.getByRole('log')).toContainText('Write me at asha@example.org')
  await expect(asha.page.getByRole('button', { name: 'Send anyway' })).toHaveCount(0)

  // A crashed page sends no goodbye.
  const crashed = ben.page.waitForEvent('crash')
  const devtools = await ben.context.newCDPSession(ben.page)
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await expect(status).toContainText('Away')
  await expect(status).not.toContainText('Online')
  const back = { ...ben, page: await ben.context.newPage() }
  await back.page.goto('/')
  await expect(status).toContainText('Online')
  await expect(status).not.toContainText('Away')
  await say(back, 'Back again')
  await expect(log).toContainText('Back again')

  await back.page.getByRole('button', { name: 'Find Another' }).click()
  await back.page.getByRole('button', { name: 'Are you sure?' }).click()
  await asha.page.locator('.ended').first().waitFor()
  await expectAlive(asha.page, 'the ended chat')
  expect(thrown).toEqual([])
})

// covers: design-browser-translation
test('translated panels and toasts show what has changed', async ({ newVisitor }) => {
  const asha = await newTranslatedVisitor(newVisitor)
  const { page } = asha
  const thrown = watch(page)
  const profile = await becomeMember(asha, ['Maps'])
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Edit Profile' }).first().click()
  await dialog.getByLabel('Display Name').fill('Asha Renamed')
  await dialog.getByRole('button', { name: /Save/ }).click()
  await expect(page.locator('.toast')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Asha Renamed').first()).toBeVisible()
  await expect(page.getByText(profile.displayName)).toHaveCount(0)

  await page.getByRole('button', { name: 'Settings' }).first().click()
  await dialog.getByRole('switch').first().click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await findMatch(asha)
  await page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await page.getByRole('button', { name: /Cancel/ }).click()
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await expectAlive(page, 'home')
  expect(thrown).toEqual([])
})

// covers: design-browser-translation
test('a page whose texts are translated one after another gets the guard once', async ({ newVisitor }) => {
  const { page, context } = await newTranslatedVisitor(newVisitor)
  await context.addInitScript(() => {
    const { removeChild } = Node.prototype
    let current = removeChild
    let replaced = 0
    Object.defineProperty(Node.prototype, 'removeChild', {
      get: () => current,
      set(next: typeof removeChild) {
        current = next
        replaced += 1
        document.documentElement.dataset.guards = String(replaced)
      },
    })
  })
  const guard = Promise.withResolvers<void>()
  await page.route(/survive-translation/, async (route) => {
    await guard.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/survive-translation/)
  await page.goto('/auth')
  await asked
  for (const text of ['Guten Morgen', 'Guten Tag', 'Guten Abend']) {
    await page.evaluate(
      (words) => document.body.append(Object.assign(document.createElement('p'), { textContent: words })),
      text,
    )
    await page.locator('font font', { hasText: text }).waitFor({ state: 'attached' })
  }
  guard.resolve()
  await expect(page.locator('html')).toHaveAttribute('data-guards', /./)
  await page.getByRole('tab', { name: 'Register' }).click()
  await expectAlive(page, 'the registration')
  await expect(page.locator('html')).toHaveAttribute('data-guards', '1')
})
