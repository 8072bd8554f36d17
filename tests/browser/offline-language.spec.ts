import { PRODUCT } from '#schema/product.ts'
import { aProfile, expect, register, test } from '../kit/browser.ts'
import { goOffline } from '../kit/go-offline.ts'
import { keptFiles } from '../kit/kept-app.ts'
import { readPageTexts } from '../kit/page-texts.ts'
import { readStorages } from '../kit/read-storages.ts'

// covers: beyond-offline-start-language
test('the app opens without a network in the language of the account, after one visit in a browser of another', async ({
  newVisitor,
}) => {
  const texts = await readPageTexts('ja')
  const { page, context } = await newVisitor({ serviceWorkers: 'allow' })
  const token = await register(page, { ...aProfile(['Long tunnels']), language: 'ja' })
  await page.addInitScript((own) => localStorage.setItem('authToken', own), token)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByRole('heading', { name: texts('No Active Chat') })).toBeVisible()

  // The page that starts the app, and its texts.
  await expect.poll(() => keptFiles(page)).toContainEqual(expect.stringContaining('/privacy-centre?kept'))
  for (const text of ['Reload', 'Finding a match...'])
    await expect.poll(() => readStorages(page)).toContain(texts(text))
  await goOffline({ context })
  await page.close()

  const again = await context.newPage()
  await again.goto('/')
  await expect(again.locator('html')).toHaveAttribute('lang', 'ja')
  const unreachable = texts("We can't reach {product}.").replace('{product}', PRODUCT.name)
  await expect(again.getByRole('heading', { name: unreachable })).toBeVisible()
  await context.setOffline(false)
  await expect(again.getByRole('heading', { name: texts('No Active Chat') })).toBeVisible()
})
