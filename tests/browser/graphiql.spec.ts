import { aProfile, expect, PASSWORD, test } from '../kit/browser.ts'

// covers: beyond-graphiql-content-policy
test('GraphiQL runs queries, mutations and subscriptions without third-party requests', async ({
  newVisitor,
  server,
}) => {
  const { page } = await newVisitor()
  const { email, displayName, interests } = aProfile(['Order'])
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

  const trouble: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text())
  })
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('request', (request) => {
    if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(`${server.url}/`))
      trouble.push(request.url())
  })
  const result = page.getByRole('region', { name: 'Result Window' })
  const run = async (query: string) => {
    await page.goto(`/graphql?${new URLSearchParams({ query })}`)
    await page.getByRole('button', { name: /Execute query/ }).click()
  }

  await run('{ me { displayName } }')
  await expect(result).toContainText(displayName)
  await run('mutation { cancelSearch }')
  await expect(result).toContainText('"cancelSearch": true')
  await run('subscription { live { name } }')
  await expect(result).toContainText('"name": "ready"')
  expect(trouble).toEqual([])
})
