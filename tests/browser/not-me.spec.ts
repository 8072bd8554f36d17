import {
  aProfile,
  expect,
  fillRegistration,
  mailed,
  mailsTo,
  PASSWORD,
  registerByForm,
  registerDirectly,
  test,
  type Visitor,
} from '../kit/browser.ts'

const QUESTION = { name: 'Remove this registration?' }

async function removalPath({ page }: Visitor, email: string) {
  await mailed(page, email, /Verify/)
  const [mail] = await mailsTo(page, email)
  const { pathname, search } = new URL(mail?.text.match(/This wasn't me: (\S+)/)?.[1] ?? '')
  return pathname + search
}

// covers: beyond-opening-a-link-removes-nothing
test('the owner of an address removes a registration by keyboard, which logs the registrant out', async ({
  newVisitor,
}) => {
  const [registrant, owner] = [await newVisitor(), await newVisitor()]
  const profile = aProfile(['Not mine'])
  await registerDirectly(registrant.page, profile)
  const { page } = owner
  const path = await removalPath(owner, profile.email)
  await page.goto(path)
  await expect(page.getByRole('heading', QUESTION)).toBeVisible()
  await expect(registrant.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()

  const button = page.getByRole('button', { name: 'Remove registration' })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [50] })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Registration removed' })).toBeVisible()
  await expect(registrant.page.getByText('Session Expired').first()).toBeVisible()

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reset the password' })).toHaveAttribute(
    'href',
    '/password-reset',
  )
  await registerByForm(page, profile)
})

test('an incomplete link shows an error, and an unreachable server can be retried', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await page.goto('/not-me')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  const profile = aProfile(['Out of reach'])
  await registerDirectly((await newVisitor()).page, profile)
  await page.route('**/api/registration/removal*', (route) => route.abort())
  await page.goto(await removalPath(visitor, profile.email))
  await expect(page.getByRole('heading', { name: "We couldn't check your link" })).toBeVisible()
  await page.unroute('**/api/registration/removal*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', QUESTION)).toBeVisible()

  await page.route('**/api/registration/removal*', (route) => route.abort())
  await page.getByRole('button', { name: 'Remove registration' }).click()
  await expect(page.getByRole('alert')).toContainText('We cannot reach the server')
  await page.unroute('**/api/registration/removal*')
  await page.getByRole('button', { name: 'Remove registration' }).click()
  await expect(page.getByRole('heading', { name: 'Registration removed' })).toBeVisible()
})

test('an unverified address can be registered again through its email', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const profile = aProfile(['Starts over'])
  await registerDirectly((await newVisitor()).page, profile)
  await fillRegistration(page, profile)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('An account with this email already exists', { exact: true })).toBeVisible()
  await expect(page.getByText('open the link we sent there to start over').first()).toBeVisible()
  const { path } = await mailed(page, profile.email, /Start over/)
  await page.goto(path)
  await page.getByRole('button', { name: 'Remove registration' }).click()
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('tab', { name: 'Register' })).toBeVisible()
  await registerByForm((await newVisitor()).page, profile)
})

test('both forms refuse an easily guessed password at its field', async ({ newVisitor }) => {
  const message = 'This password is too easy to guess. Please choose another one.'
  const { page } = await newVisitor()
  const profile = aProfile(['Easy to guess'])
  await fillRegistration(page, profile)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Password1!')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(message)).toBeVisible()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()

  const origin = new URL(page.url()).origin
  await page.request.post('/password/reset', { data: { user: profile.email, origin } })
  const { path } = await mailed(page, profile.email, /Reset/)
  await page.goto(path)
  for (const field of ['New Password', 'Confirm Password']) await page.getByLabel(field).fill('Password1!')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('New Password')).toHaveAttribute('aria-invalid', 'true')
})
