import type { Page } from '@playwright/test'
import { becomeMember, composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'
import { translatePages } from '../kit/page-translator.ts'
import { tourScreens } from '../kit/tour.ts'

/** Records what the page throws, and fails while it shows its error page. */
function watch(page: Page) {
  const thrown: string[] = []
  page.on('pageerror', ({ message }) => thrown.push(message))
  return thrown
}

async function expectAlive(page: Page, screen: string) {
  await expect(page.locator('font').first(), `${screen} is translated`).toBeAttached()
  await expect(page.getByText('Something went wrong', { exact: true }), screen).toHaveCount(0)
}

async function newTranslatedVisitor(newVisitor: () => Promise<Visitor>): Promise<Visitor> {
  const visitor = await newVisitor()
  await translatePages(visitor.context)
  return visitor
}

test('every screen opens and closes while the browser translates it', async ({ newVisitor, server }) => {
  const [visitor, staff] = [await newTranslatedVisitor(newVisitor), await newTranslatedVisitor(newVisitor)]
  const thrown = [visitor, staff].flatMap(({ page }) => watch(page))
  const partner = await newVisitor()
  await tourScreens({ language: 'en', visitor, staff, partner, server, look: expectAlive })
  expect(thrown).toEqual([])
})

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
