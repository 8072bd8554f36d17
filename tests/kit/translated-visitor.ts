// A person whose browser shows the web app in another language than English.
import { readFileSync } from 'node:fs'
import type { Language } from '#schema/languages.ts'
import { aProfile, expect, mailsTo, PASSWORD, type Profile, type Visitor } from './browser.ts'
import { type PageTexts, readPageTexts } from './page-texts.ts'

export interface TranslatedVisitor extends Visitor {
  texts: PageTexts
  /** The names of the built-in interests, by their English names. */
  interests: Readonly<Record<string, string>>
}

export const translated = async (visitor: Visitor, language: Language): Promise<TranslatedVisitor> => ({
  ...visitor,
  texts: await readPageTexts(language),
  interests: JSON.parse(
    readFileSync(new URL(`../../locales/${language}/interests.json`, import.meta.url), 'utf8'),
  ),
})

/** Registers with the form, and types each interest as given. */
export async function registerInLanguage(
  { page, texts }: TranslatedVisitor,
  typed: string[],
): Promise<Profile> {
  const profile = aProfile(typed)
  await page.goto('/auth')
  await page.getByRole('tab', { name: texts('Register') }).click()
  await page.getByLabel(texts('Email'), { exact: true }).fill(profile.email)
  await page.getByLabel(texts('Password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(texts('Display Name'), { exact: true }).fill(profile.displayName)
  await page.getByLabel(texts('Phone'), { exact: true }).fill('+919822012345')
  for (const interest of typed) {
    await page.getByRole('combobox', { name: texts('Interests') }).fill(interest)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('radio', { name: texts('Female'), exact: true }).click()
  await page.getByLabel(texts('Age'), { exact: true }).fill('31')
  await page.getByRole('checkbox', { name: texts('Friendship') }).click()
  const consent = page.getByLabel(texts('I am 18 or older and accept the <0>Terms & Conditions</0>'))
  await consent.click({ position: { x: 2, y: 2 } })
  await expect(consent).toBeChecked()
  await page.getByRole('button', { name: texts('Register'), exact: true }).click()
  await page.getByRole('heading', { name: texts('No Active Chat') }).waitFor()
  return profile
}

/** Opens the link of the verification mail. The mail may be in any language. */
export async function verifyInLanguage({ page, texts }: TranslatedVisitor, { email }: Profile) {
  const find = async () => {
    const links = (await mailsTo(page, email)).map(({ text }) => text.match(/https?:\/\/\S+verify\S*/)?.[0])
    return links.find((link) => link)
  }
  await expect.poll(find).toBeTruthy()
  const { pathname, search } = new URL((await find()) ?? '')
  await page.goto(pathname + search)
  await page.getByRole('heading', { name: texts('Verification Complete') }).waitFor()
  await page.getByRole('link', { name: texts('Go to Homepage') }).click()
  await findMatchButton({ page, texts }).waitFor()
}

type Shown = Pick<TranslatedVisitor, 'page' | 'texts'>

/** Its name begins with the text and ends with the number of people online. */
const findMatchButton = ({ page, texts }: Shown) => page.getByRole('button', { name: texts('Find Match') })

export const findMatchInLanguage = (visitor: Shown) => findMatchButton(visitor).click()

export const composerInLanguage = ({ page, texts }: Shown) =>
  page.getByPlaceholder(texts('Type your message...'))

export async function sayInLanguage(visitor: Shown, text: string) {
  await composerInLanguage(visitor).fill(text)
  await composerInLanguage(visitor).press('Enter')
}
