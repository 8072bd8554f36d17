import type { Language } from '#schema/languages.ts'
import { expect, test, type Visitor } from '../kit/browser.ts'
import {
  composerInLanguage,
  findMatchInLanguage,
  registerInLanguage,
  sayInLanguage,
  type TranslatedVisitor,
  translated,
  verifyInLanguage,
} from '../kit/translated-visitor.ts'

interface Journey {
  language: Language
  direction: 'ltr' | 'rtl'
  /** The built-in interest of both, by its English name. */
  interest: string
  lines: [first: string, answer: string, later: string]
}

const pageOf = ({ page }: Visitor) => page.locator('html')

async function expectLanguage(visitor: Visitor, { language, direction }: Journey) {
  await expect(pageOf(visitor)).toHaveAttribute('lang', language)
  // A page without the attribute `dir` runs from left to right.
  await expect(pageOf(visitor)).toHaveCSS('direction', direction)
}

/** Registers with the form and the link in the mailbox. The profile stores the English name of the typed interest. */
async function join(visitor: TranslatedVisitor, journey: Journey) {
  const { page, texts, interests } = visitor
  const name = interests[journey.interest] ?? ''
  const profile = await registerInLanguage(visitor, [name])
  await expectLanguage(visitor, journey)
  await expect(page.getByText(texts('Email verification required'))).toBeVisible()
  await verifyInLanguage(visitor, profile)
  await expectLanguage(visitor, journey)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  const stored = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}` }
    return (await fetch('/api/session', { headers })).json()
  })
  expect(stored.user.interests).toEqual([journey.interest])
}

async function chatAndReload([one, other]: TranslatedVisitor[], journey: Journey) {
  if (!one || !other) throw new Error('a chat has two members')
  const [first, answer, later] = journey.lines
  const name = one.interests[journey.interest] ?? ''
  for (const visitor of [one, other]) {
    await expect(composerInLanguage(visitor)).toBeVisible()
    await expect(visitor.page.getByText(visitor.texts('You both like'), { exact: true })).toBeVisible()
    await expect(visitor.page.locator('.shared')).toContainText(name)
  }
  await sayInLanguage(one, first)
  await expect(other.page.getByRole('log')).toContainText(first)
  await sayInLanguage(other, answer)
  await expect(one.page.getByRole('log')).toContainText(answer)
  await one.page.reload()
  await expect(one.page.getByRole('log')).toContainText(answer)
  await expectLanguage(one, journey)
  await sayInLanguage(one, later)
  await expect(other.page.getByRole('log')).toContainText(later)
}

/** Find Another asks first; then the partner is notified and closes the chat. */
async function part([one, other]: TranslatedVisitor[]) {
  if (!one || !other) throw new Error('a chat has two members')
  const button = ({ page, texts }: TranslatedVisitor, english: string, context?: string) =>
    page.getByRole('main').getByRole('button', { name: texts(english, context), exact: true })
  await button(one, 'Find Another').click()
  await button(one, 'Are you sure?').click()
  await expect(one.page.getByRole('heading', { name: one.texts('Finding a match...') })).toBeVisible()
  const left = other.page.getByText(other.texts('Partner disconnected'), { exact: true })
  await expect(left.first()).toBeVisible()
  await button(other, 'Close', 'of a chat').click()
  await expect(other.page.getByRole('heading', { name: other.texts('No Active Chat') })).toBeVisible()
  await button(one, 'Cancel Search').click()
  await expect(one.page.getByRole('heading', { name: one.texts('No Active Chat') })).toBeVisible()
}

async function meet(visitors: Visitor[], journey: Journey) {
  const strangers: TranslatedVisitor[] = []
  for (const visitor of visitors) strangers.push(await translated(visitor, journey.language))
  for (const stranger of strangers) await join(stranger, journey)
  for (const stranger of strangers) await findMatchInLanguage(stranger)
  await chatAndReload(strangers, journey)
  await part(strangers)
}

// covers: design-journey-in-arabic-and-hindi
test('two strangers register, chat, reload and part in Arabic', async ({ newVisitor }) => {
  const visitors = [await newVisitor({ locale: 'ar-EG' }), await newVisitor({ locale: 'ar-EG' })]
  await meet(visitors, {
    language: 'ar',
    direction: 'rtl',
    interest: 'Calligraphy',
    lines: ['مرحبًا، منذ متى تكتبين بالخط العربي؟', 'منذ ثلاث سنوات تقريبًا.', 'عدت الآن، أكملي من فضلك.'],
  })
})

// covers: design-journey-in-arabic-and-hindi
test('two strangers register, chat, reload and part in Hindi', async ({ newVisitor }) => {
  const visitors = [await newVisitor({ locale: 'hi-IN' }), await newVisitor({ locale: 'hi-IN' })]
  await meet(visitors, {
    language: 'hi',
    direction: 'ltr',
    interest: 'Photography',
    lines: ['नमस्ते, आजकल किस चीज़ की तस्वीरें लेती हैं?', 'पुराने दरवाज़ों की।', 'मैं लौट आई हूँ।'],
  })
})
