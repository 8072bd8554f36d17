import { aProfile, expect, logInByForm, PASSWORD, registerByForm, test } from '../kit/browser.ts'

// covers: beyond-international-addresses
test('registration accepts an address in its own script, and the member logs in with either form', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const profile = aProfile(['Letters'])
  const [name = ''] = profile.email.split('@')
  await registerByForm(page, { ...profile, email: `${name}@Почта.рф` })
  for (const email of [`${name}@почта.рф`, `${name}@xn--80a1acny.xn--p1ai`]) {
    const { page: login } = await newVisitor()
    await logInByForm(login, email, PASSWORD)
    await expect(login.getByRole('button', { name: /Find Match/ })).toBeVisible()
  }
})
