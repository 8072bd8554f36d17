import { becomeMember, expect, test } from '../kit/browser.ts'

test("a member's pages log nothing to the browser's console", async ({ newVisitor }) => {
  const visitor = await newVisitor({ serviceWorkers: 'allow' })
  const { page } = visitor
  await becomeMember(visitor, ['Silence'])
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  for (const [path, heading] of [
    ['/pricing', 'Choose Your Plan'],
    ['/safety-centre', 'Safety centre'],
    ['/privacy-centre', 'Privacy centre'],
    ['/', 'No Active Chat'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
  }
  expect(complaints).toEqual([])
})
