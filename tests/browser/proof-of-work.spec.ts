import { expectAccessible } from '../kit/accessibility.ts'
import { aProfile, expect, fillRegistration, test } from '../kit/browser.ts'

test.use({ settings: { PROOF_OF_WORK: 'always' } })

// covers: beyond-proof-of-work-in-app
test('registration solves a proof of work in a worker and shows that on the button', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/solve-proof-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await fillRegistration(page, aProfile(['Origami']))
  await page.getByRole('button', { name: 'Register' }).click()
  const busy = page.getByRole('button', { name: 'Checking that you are human…' })
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  await expect(busy).toBeFocused()
  await expectAccessible(page, 'while a proof is made')
  held.resolve()
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  // The browser logs the first response as an error, though it is expected. Only violations of the content security
  // policy count.
  expect(complaints.filter((text) => !text.includes('428'))).toEqual([])
})

test('the form shows an error and keeps its values without a proof of work', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.route('**/assets/proof-worker-*.js', (route) => route.abort())
  const profile = aProfile(['Origami'])
  await fillRegistration(page, profile)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('This browser could not show that you are human').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(profile.email)
  await expect(page.getByRole('button', { name: 'Register' })).toBeEnabled()
})
