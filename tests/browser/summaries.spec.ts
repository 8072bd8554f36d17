import { expect, test } from '../kit/browser.ts'
import { readPageTexts } from '../kit/page-texts.ts'

// covers: design-legal-documents-in-english
test('a legal document has a summary in the language of the page, without a redraw', async ({
  newVisitor,
}) => {
  const texts = await readPageTexts('ar')
  const { page, context } = await newVisitor({ locale: 'ar-EG' })
  const served = await (await context.request.get('/ar/privacy')).text()
  expect(served).toContain(texts('In short'))

  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto('/ar/privacy')
  const summary = page.getByRole('region', { name: texts('In short') })
  await expect(summary.getByRole('listitem')).toHaveCount(9)
  await expect(
    summary.getByText(
      texts('This summary is not legally binding. The document below is the valid text, in English.'),
    ),
  ).toBeVisible()
  const document = page.getByRole('article')
  await expect(document).toHaveAttribute('lang', 'en')
  await expect(document).toHaveAttribute('dir', 'ltr')
  const [above, below] = [await summary.boundingBox(), await document.boundingBox()]
  expect((above?.y ?? Number.NaN) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)

  await page.getByRole('link', { name: texts('Terms'), exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Terms & Conditions' })).toBeVisible()
  await expect(summary.getByRole('heading')).toBeFocused()
  expect(problems).toEqual([])
})

// covers: design-english-has-no-summaries
test('an English page has no summary above its document', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await expect(page.getByText('In short', { exact: true })).toHaveCount(0)
})
