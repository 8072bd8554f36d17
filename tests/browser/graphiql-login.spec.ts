import { aProfile, expect, PASSWORD, test } from '../kit/browser.ts'

/** The editor's script has several megabytes. */
const EDITOR_LOADS_WITHIN = { timeout: 60_000 }

test('GraphiQL asks visitors to log in, then shows the editor and the schema', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const { email, displayName, interests } = aProfile(['Explore'])
  const registered = await page.request.post('/api/user', {
    data: {
      userName: email,
      password: PASSWORD,
      displayName,
      phone: '+919822012345',
      interests,
      gender: 'Female',
      age: 31,
      lookingFor: ['Friendship'],
    },
  })
  expect(registered.ok()).toBe(true)
  await page.context().clearCookies()
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(error.message))

  await page.goto(`/graphql?${new URLSearchParams({ query: '{ me { displayName } }' })}`)
  const form = page.getByRole('form', { name: 'Login' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill('Wrong-2026')
  await form.getByRole('button', { name: 'Login' }).click()
  await expect(form.getByRole('alert')).not.toBeEmpty()
  await form.getByLabel('Password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Login' }).click()

  await page.getByRole('button', { name: /Execute query/ }).click(EDITOR_LOADS_WITHIN)
  await expect(page.getByRole('region', { name: 'Result Window' })).toContainText(
    displayName,
    EDITOR_LOADS_WITHIN,
  )
  await page.getByRole('button', { name: /Documentation Explorer/ }).click(EDITOR_LOADS_WITHIN)
  const explorer = page.getByRole('region', { name: 'Documentation Explorer' })
  await expect(explorer.getByText('query: Query')).toBeVisible(EDITOR_LOADS_WITHIN)
  expect(trouble).toEqual([])
})
