import type { Page } from '@playwright/test'
import { LANGUAGES } from '#schema/languages.ts'
import { SPOKEN_LANGUAGES } from '#schema/spoken-languages.ts'
import { becomeMember, expect, findMatch, test } from '../kit/browser.ts'
import { settledHistory } from '../kit/go-back.ts'

async function openProfile(page: Page, label = 'Languages you speak') {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Profile' })
  return { editor, input: editor.getByRole('combobox', { name: label }) }
}

/** Chooses a language by typing a part of its name, with the keyboard alone. */
async function chooseLanguage(page: Page, typed: string, label?: string) {
  const { editor, input } = await openProfile(page, label)
  await input.focus()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await editor.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(editor).toHaveCount(0)
}

// covers: design-spoken-languages
test('a member chooses languages with the keyboard, by any of their names and without accents', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await becomeMember(visitor, ['Chooses languages'])
  const { editor, input } = await openProfile(page)
  await expect(input).toHaveAccessibleDescription(/If you choose none, the language of this page counts/)
  const chosen = editor.getByRole('button', { name: /^Remove (?!Chooses)/ })
  await editor.getByRole('combobox', { name: 'Interests' }).focus()
  await expect(editor.getByRole('option')).not.toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(input).toBeFocused()
  for (const typed of ['mara', 'हिन्दी', 'espanol', 'Portuguese,']) {
    await page.keyboard.type(typed)
    if (!typed.endsWith(',')) await page.keyboard.press('Enter')
    await expect(input).toHaveValue('')
  }
  await expect(chosen).toHaveCount(4)
  for (const name of ['Marathi', 'Hindi', 'Spanish', 'Portuguese'])
    await expect(editor.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(chosen).toHaveCount(3)

  await page.keyboard.type('Klingon')
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('alert')).toHaveText(
    'We don’t know the language “Klingon”. Choose one from the list.',
  )
  await expect(chosen).toHaveCount(3)
  await input.fill('')
  await expect(editor.getByRole('alert')).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await expect(editor.getByRole('option', { selected: true })).toHaveText('English')
  await page.keyboard.press('Enter')
  await editor.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByText('Profile updated').first()).toBeVisible()
  await settledHistory(page, 0)
  await page.reload()
  await openProfile(page)
  await expect(chosen).toHaveText(['', '', '', ''])
  await expect(editor.getByRole('button', { name: 'Remove English' })).toBeVisible()
})

test('every language has a name in Chromium, in the language of every interface', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const missing = await page.evaluate(
    ([codes, locales]) =>
      locales.flatMap((locale) => {
        const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
        return codes.filter((code) => !names.of(code)).map((code) => `${code} in ${locale}`)
      }),
    [[...SPOKEN_LANGUAGES], LANGUAGES.map(({ code }) => code)] as const,
  )
  expect(missing).toEqual([])
})

// covers: design-chat-header-languages, beyond-exchange-chat
test('two members with a common language are matched before others, and see it in the chat header', async ({
  newVisitor,
}) => {
  const [asha, ben, cleo] = [await newVisitor(), await newVisitor(), await newVisitor()]
  const interests = ['Film in Marathi', 'Letters by hand']
  await becomeMember(asha, interests)
  await becomeMember(ben, interests)
  const { displayName } = await becomeMember(cleo, interests)
  await chooseLanguage(asha.page, 'mar')
  await chooseLanguage(cleo.page, 'hindi')
  await chooseLanguage(cleo.page, 'marathi')

  // Ben, whose interface is English, has the same interests and no common language.
  await findMatch(asha)
  await expect(asha.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await findMatch(ben)
  await expect(ben.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await findMatch(cleo)
  await expect(asha.page.getByRole('heading', { name: displayName })).toBeVisible()
  await expect(asha.page.getByText('Speaks: Marathi, Hindi').first()).toBeVisible()
  await expect(cleo.page.getByText('Speaks: Marathi').first()).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()

  // Two who teach each other search for an exchange.
  await ben.page.getByRole('button', { name: 'Cancel Search' }).click()
  await chooseLanguage(ben.page, 'english')
  await chooseLanguage(ben.page, 'marathi', 'Languages you learn')
  const eva = await newVisitor()
  await becomeMember(eva, ['Learns English'])
  await chooseLanguage(eva.page, 'marathi')
  await expect(eva.page.getByRole('button', { name: 'Find a language exchange' })).toHaveCount(0)
  await chooseLanguage(eva.page, 'english', 'Languages you learn')
  for (const { page } of [ben, eva])
    await page.getByRole('button', { name: 'Find a language exchange' }).click()
  await expect(ben.page.getByText('You learn Marathi, they learn English').first()).toBeVisible()
  await expect(eva.page.getByText('You learn English, they learn Marathi').first()).toBeVisible()
})
