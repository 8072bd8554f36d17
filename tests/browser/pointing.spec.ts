import { becomeMember, expect, test } from '../kit/browser.ts'

// covers: 9-tooltip-delay
test('tooltips appear after 700 ms for pointer and keyboard, and a long list scrolls', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const { email } = await becomeMember(visitor, ['Tooltips'])
  await server.sql(`UPDATE "user" SET premium_until = '2999-12-18T12:00Z' WHERE user_name = $1`, [email])
  await page.clock.install()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const tooltip = page.locator('[role=tooltip]')

  // The first pointer movement loads the tooltips. By the time they are ready, the drawer covers the button.
  const drawerOpened = Promise.withResolvers<void>()
  await page.route('**/tooltips-*.js', async (route) => {
    await drawerOpened.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await expect(page.locator('.sidebar-close')).toBeFocused()
  drawerOpened.resolve()
  await expect(tooltip).toBeAttached()
  await page.clock.runFor(1_000)
  await expect(tooltip).toBeHidden()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  const settings = page.getByRole('button', { name: 'Settings' })
  await expect(settings).toBeVisible()
  await page.getByRole('heading', { name: 'No Active Chat' }).hover()
  await page.clock.pauseAt(Date.now() + 60_000)
  await settings.hover()
  await page.clock.runFor(699)
  await expect(tooltip).toBeHidden()
  await page.clock.runFor(1)
  await expect(tooltip).toBeVisible()
  await expect(tooltip).toHaveText('Settings')
  // The pointer can move onto the tooltip, and Escape hides it.
  await tooltip.hover()
  await page.clock.runFor(1_000)
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()

  await page.mouse.move(400, 400)
  await page.getByRole('button', { name: 'Edit Profile' }).focus()
  await page.keyboard.press('Tab')
  await expect(settings).toBeFocused()
  await page.clock.runFor(700)
  await expect(tooltip).toBeVisible()
  await expect(tooltip).toHaveText('Settings')
  await page.keyboard.press('Tab')
  await expect(tooltip).toBeHidden()

  await page.clock.resume()

  await page.setViewportSize({ width: 700, height: 300 })
  await page.locator('#main').getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('combobox', { name: 'Gender Filter' }).click()
  const list = page.getByRole('listbox')
  const last = list.getByRole('option', { name: 'Transgender' })
  await expect(last).not.toBeInViewport()
  const scrolling = list.locator('..').locator('.menu-scroll')
  await scrolling.last().hover()
  // At the end of the list the area that scrolls down goes, which moves the options. The one that scrolls up is left.
  await expect(last).toBeInViewport()
  await expect(scrolling).toHaveCount(1)
  await last.click()
  const filter = page.getByRole('combobox', { name: 'Gender Filter' })
  await expect(filter).toContainText('Transgender')

  // The arrow keys mark the option that Enter would choose.
  await page.mouse.move(0, 0)
  await filter.press('Enter')
  await page.keyboard.press('ArrowUp')
  const female = list.getByRole('option', { name: 'Female', exact: true })
  await expect(female).toBeFocused()
  const backgroundOf = (name: string) =>
    list.getByRole('option', { name, exact: true }).evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(await backgroundOf('Female')).not.toBe(await backgroundOf('Male'))
})
