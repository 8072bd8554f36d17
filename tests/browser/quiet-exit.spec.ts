import type { Page } from '@playwright/test'
import { PRODUCT } from '#schema/product.ts'
import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, composer, expect, say, test } from '../kit/browser.ts'
import { goOffline } from '../kit/go-offline.ts'
import { untilAppKept } from '../kit/kept-app.ts'
import { meet } from '../kit/meet.ts'
import { readStorages } from '../kit/read-storages.ts'

// Most tests open two browsers.
test.setTimeout(180_000)

async function pressShift({ keyboard }: Page, times = 3) {
  for (let press = 0; press < times; press++) await keyboard.press('Shift')
}

const isNeutral = (page: Page) => page.url().endsWith('/today.html')

/** Expects the neutral page, which says nothing about the app. */
async function expectNeutral(page: Page) {
  await expect.poll(() => isNeutral(page)).toBe(true)
  await expect(page.getByRole('heading')).toContainText(/20\d\d/)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', 'data:,')
  expect(await page.title()).toMatch(/20\d\d/)
  expect(await page.content()).not.toContain(PRODUCT.name)
}

/** Goes back to the begin of the history, and expects the app on no page of it. */
async function expectNoWayBack(page: Page) {
  for (;;) {
    const length = await page.evaluate(() => window.navigation.currentEntry?.index ?? 0)
    if (length === 0) return
    // The way back to a page of the app ends on the neutral page.
    await page.goBack({ waitUntil: 'commit' })
    await expectNeutral(page)
    const index = await page.evaluate(() => window.navigation.currentEntry?.index ?? 0)
    expect(index).toBeLessThan(length)
  }
}

// covers: beyond-quiet-exit-keys, beyond-quiet-exit-tabs, beyond-quiet-exit-history, beyond-quiet-exit-return
test('three presses of Shift hide all tabs, Back shows no chat, and the address opens it as it was', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Open doors')
  await say(asha, 'Are you still there')
  await expect(ben.page.getByRole('log')).toContainText('Are you still there')
  const second = await ben.context.newPage()
  await second.goto('/privacy-centre')
  await expect(second.getByRole('heading', { name: 'Privacy centre' })).toBeVisible()
  await expectAccessible(second, 'the privacy centre')

  await ben.page.bringToFront()
  await composer(ben).fill('Half a thought')
  await expect.poll(() => readStorages(ben.page)).toContain('Half a thought')
  // Capitals are no presses of Shift alone.
  await composer(ben).press('End')
  for (const key of ['A', 'B', 'C']) await ben.page.keyboard.press(`Shift+${key}`)
  await expect(composer(ben)).toHaveValue('Half a thoughtABC')
  await pressShift(ben.page)
  for (const page of [ben.page, second]) await expectNeutral(page)
  await expectAccessible(ben.page, 'the neutral page')
  for (const page of [ben.page, second]) await expectNoWayBack(page)

  await ben.page.goto('/')
  await expect(composer(ben)).toHaveValue('Half a thoughtABC')
  await expect(ben.page).toHaveTitle(new RegExp(PRODUCT.name))
  await say(ben, 'Somebody came in')
  await expect(asha.page.getByRole('log')).toContainText('Somebody came in')
  // The other tab waits until it is opened itself.
  await expectNeutral(second)
})

// covers: beyond-quiet-exit-offline, beyond-quiet-exit-button
test('the button in the menu hides the app without a network', async ({ newVisitor }) => {
  const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' } as const
  const [asha, ben] = [await newVisitor(), await newVisitor(phone)]
  await meet(asha, ben, 'Thin walls')
  await say(asha, 'Before the door opened')
  await untilAppKept(ben.page)
  await expect.poll(() => readStorages(ben.page)).toContain('Before the door opened')
  await goOffline(ben)
  await ben.page.getByRole('button', { name: 'More' }).click()
  await ben.page.getByRole('menuitem', { name: `Hide ${PRODUCT.name}` }).click()
  await expectNeutral(ben.page)

  await ben.page.goto('/')
  await expect(ben.page.getByRole('log')).toContainText('Before the door opened')
})

// covers: beyond-quiet-exit-setting
test('a member turns the Shift keys off, and the button stays', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Sticky keys')
  const { page } = ben
  await page.goto('/privacy-centre')
  const keys = page.getByRole('switch', { name: `Press Shift three times to hide ${PRODUCT.name}` })
  await expect(keys).toBeChecked()
  await keys.press('Space')
  await expect(keys).not.toBeChecked()
  await pressShift(page)
  await page.reload()
  await expect(keys).not.toBeChecked()
  await page.goto('/')
  await composer(ben).focus()
  await pressShift(page)
  await page.getByRole('button', { name: `Hide ${PRODUCT.name}` }).click()
  await expectNeutral(page)

  await page.goto('/privacy-centre')
  await keys.press('Space')
  await expect(keys).toBeChecked()
  await pressShift(page)
  await expectNeutral(page)
})

// covers: beyond-quiet-exit-keys
test('the Shift keys do nothing for a visitor', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  await visitor.page.goto('/faq')
  await pressShift(visitor.page, 6)
  expect(isNeutral(visitor.page)).toBe(false)
  // The same keys on the same page, once there is a session.
  await becomeMember(visitor, ['Open doors'])
  await visitor.page.goto('/faq')
  await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.page.getByRole('link', { name: 'Back to Home' }).first()).toBeVisible()
  await pressShift(visitor.page)
  await expectNeutral(visitor.page)
})
