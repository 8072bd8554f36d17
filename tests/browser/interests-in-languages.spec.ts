import type { Language } from '#schema/languages.ts'
import { expect, test, type Visitor } from '../kit/browser.ts'
import {
  composerInLanguage,
  findMatchInLanguage,
  registerInLanguage,
  translated,
  verifyInLanguage,
} from '../kit/translated-visitor.ts'

/** Opens a browser that stores the reader's choice of a language. */
async function readerOf(visitor: Visitor, language: Language) {
  await visitor.page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  return translated(visitor, language)
}

/** Collects the files with the names of interests that a page loads. */
function watchNames({ page }: Visitor): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/interests-[^/]+\.js$/.test(pathname)) loaded.push(pathname)
  })
  return loaded
}

// covers: design-shared-interest-in-own-word
test('members who name a built-in interest in German and Spanish are matched, and each reads their own word', async ({
  newVisitor,
  server,
}) => {
  const german = await readerOf(await newVisitor(), 'de')
  const spanish = await readerOf(await newVisitor(), 'es')
  const profiles = [
    await registerInLanguage(german, ['Fotografie', 'Alte Türen']),
    await registerInLanguage(spanish, ['fotografía', 'Puertas viejas']),
  ] as const
  // Without a language in common they would be matched last.
  for (const { email } of profiles)
    await server.sql(`UPDATE "user" SET languages = '{en}' WHERE user_name = $1`, [email])
  await verifyInLanguage(german, profiles[0])
  await verifyInLanguage(spanish, profiles[1])
  await findMatchInLanguage(german)
  await findMatchInLanguage(spanish)
  for (const [{ page, texts }, name] of [
    [german, 'Fotografie'],
    [spanish, 'Fotografía'],
  ] as const) {
    await expect(composerInLanguage({ page, texts })).toBeVisible()
    await page.locator('.chat-head .shared').click()
    await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveText([name])
    const firstLines = page.getByRole('group', { name: texts('Suggested first messages') })
    await expect(firstLines.getByRole('button')).toHaveCount(3)
    await expect(firstLines).not.toContainText(name.toLowerCase())
  }
})

// covers: 5-interest-names-translated
test('suggestions are names in the language of the page, and are found by their English names too', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const loaded = watchNames(visitor)
  const { page, texts } = await readerOf(visitor, 'de')
  await page.goto('/auth')
  await page.getByRole('tab', { name: texts('Register') }).click()
  const interests = page.getByRole('combobox', { name: texts('Interests') })
  await interests.fill('schac')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Schach')
  await interests.press('Enter')
  await interests.fill('astronomy')
  await page.getByRole('option', { name: 'Astronomie' }).click()
  await interests.fill('Alte Türen')
  await interests.press('Enter')
  for (const name of ['Schach', 'Astronomie', 'Alte Türen'])
    await expect(
      page.getByRole('button', { name: texts('Remove {tag}').replace('{tag}', name) }),
    ).toBeVisible()
  expect(loaded).toHaveLength(1)
})

// covers: design-english-loads-no-other-names
test('an English page loads no names of other languages', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const loaded = watchNames(visitor)
  await visitor.page.goto('/auth')
  await visitor.page.getByRole('tab', { name: 'Register' }).click()
  await visitor.page.getByRole('combobox', { name: 'Interests' }).fill('jaz')
  await expect(visitor.page.getByRole('option', { selected: true })).toHaveText('Jazz')
  expect(loaded).toEqual([])
})
