import { becomeMember, expect, test } from '../kit/browser.ts'

/** Addresses whose path holds the name of another server, as in a link that a stranger sends. */
const ADDRESSES = ['/de//evil.example/x', '//evil.example/x', '/de/\\evil.example/x', '/de///evil.example/x']

test('no address with the name of another server leads there, for members and for visitors', async ({
  newVisitor,
  server,
}) => {
  const member = await newVisitor()
  await becomeMember(member, ['Maps'])
  const visitor = await newVisitor({ locale: 'de-DE' })
  for (const { page, context } of [member, visitor]) {
    const left: string[] = []
    await context.route(/evil\.example/, (route) => {
      if (new URL(route.request().url()).origin === server.url) return route.continue()
      left.push(route.request().url())
      return route.abort()
    })
    for (const address of ADDRESSES)
      for (const query of ['', '?passwordReset=failed']) {
        // Another tab may have chosen another language than that of the account.
        await page.evaluate(() => localStorage.setItem('language', 'fr')).catch(() => undefined)
        await page.goto(`${server.url}${address}${query}`)
        await page.locator('h1').first().waitFor()
        if (query) await expect(page).toHaveURL((url) => url.search === '')
        await page.waitForLoadState('networkidle')
        expect(new URL(page.url()).origin).toBe(server.url)
        await expect(page.locator('h1').first()).toBeVisible()
      }
    expect(left).toEqual([])
  }
})

test('a slash too many opens the page, and its links and canonical address are those of the page', async ({
  newVisitor,
  server,
}) => {
  const { page } = await newVisitor()
  await page.goto(`${server.url}//faq`)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /[^/]\/faq$/)
  await page.locator('.language-button').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`${server.url}/de/faq`)
})
