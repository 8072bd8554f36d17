import { becomeMember, expect, findMatch, test } from '../kit/browser.ts'
import { settledHistory } from '../kit/go-back.ts'

// covers: beyond-age-wishes
test('a free member chooses the ages to meet, and the search screen says that this can take longer', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await becomeMember(visitor, [`Ages ${crypto.randomUUID().slice(0, 8)}`])
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Profile' })
  const [lowest, highest] = [editor.getByLabel('Lowest age'), editor.getByLabel('Highest age')]
  await lowest.fill('41')
  await highest.fill('40')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor.getByText('The highest age cannot be below the lowest')).toBeVisible()
  await expect(highest).toBeFocused()
  await lowest.fill('25')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByText('Profile updated').first()).toBeVisible()
  await settledHistory(page, 0)
  await page.reload()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(lowest).toHaveValue('25')
  await expect(highest).toHaveValue('40')
  await page.keyboard.press('Escape')
  await findMatch(visitor)
  await expect(
    page.getByText('You only meet people from age 25 to 40, so the search can take longer.'),
  ).toBeVisible()
})

// covers: beyond-age-wishes
test('a member without a choice of ages reads nothing about it on the search screen', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  await becomeMember(visitor, [`Ages ${crypto.randomUUID().slice(0, 8)}`])
  await findMatch(visitor)
  await expect(visitor.page.getByRole('button', { name: 'Cancel Search' })).toBeFocused()
  await expect(visitor.page.getByText('You only meet people')).toHaveCount(0)
})
