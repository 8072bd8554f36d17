import { globSync, readFileSync } from 'node:fs'
import { i18n } from '@lingui/core'
import { createElement, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { User } from '#schema/account.ts'
import { LANGUAGES } from '#schema/languages.ts'
import { PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { AppRoutes } from '#web/app/routes.tsx'
import { loadPassword, loadProfile, loadRegistration } from '#web/data/form-models.ts'
import { lazyResolver } from '#web/screens/shared/forms/lazy-resolver.ts'
import { readPseudoTexts } from '../../kit/pseudo-texts.ts'
import { createStorage } from '../../kit/storage.ts'
import { untranslatedTexts } from '../../kit/untranslated-texts.ts'
import { openBrowser, signedIn } from '../web-state/kit.ts'
import { drawMarkup, memberOf } from './draw.tsx'

vi.mock('#web/screens/home/use-tab-visible.ts', () => ({ useTabVisible: () => true }))
vi.mock('#web/i18n/load-texts.ts', () => ({ loadTexts: async () => undefined }))

/** Dates, numbers and names of languages in Japanese have no ASCII letters. */
const LOCALE = 'ja'

let renderErrors: MockInstance<typeof console.error>
let pseudo: Awaited<ReturnType<typeof readPseudoTexts>>
beforeAll(async () => {
  pseudo = await readPseudoTexts()
})
beforeEach(() => {
  renderErrors = vi.spyOn(console, 'error')
  i18n.loadAndActivate({ locale: LOCALE, messages: pseudo })
  vi.stubGlobal('window', {
    isSecureContext: true,
    document: {},
    location: new URL('http://localhost/'),
    localStorage: createStorage(),
    fetch: () => Promise.reject(new Error('no request is answered')),
    navigator: { sendBeacon: () => true, userAgent: '' },
    matchMedia: () => ({ matches: true, addEventListener() {} }),
  })
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, createStorage())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

const REFERENCES = /&(?:#x?\w+|\w+);/g
/** Parts that stay in English or have no words: the legal documents, scripts and drawings. */
const OTHER_PARTS = /<(article)\b[^>]* lang="en".*?<\/\1>|<(script|style|svg)\b.*?<\/\2>|<!--.*?-->/gs
const ATTRIBUTES =
  /\s(?:aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|alt)="([^"]*)"/g
/** Names and addresses are the same in every language. */
const NAMES = [PRODUCT.name, 'Google Maps', ...LANGUAGES.map(({ name }) => name)]
const ADDRESSES = /\S+@\S+|https?:\/\/\S+/g

/** Returns the texts of a page with a word in ASCII letters. */
function englishIn(markup: string): string[] {
  // React reports the parts that it could not render, which would have no texts.
  expect(renderErrors).not.toHaveBeenCalled()
  const page = markup.replaceAll(OTHER_PARTS, '\n')
  const attributes = [...page.matchAll(ATTRIBUTES)].map(([, text = '']) => text)
  const texts = page.replaceAll(/<[^>]*>/g, '\n').split('\n')
  const known = (text: string) =>
    NAMES.reduce(
      (rest, name) => rest.replaceAll(name, ''),
      text.replaceAll(REFERENCES, ' ').replaceAll(ADDRESSES, ''),
    )
  return [...texts, ...attributes]
    .map((text) => text.trim())
    .filter((text) => /[A-Za-z]{2,}/.test(known(text)))
}

const MEMBER: Partial<User> = {
  displayName: 'Аня',
  interests: ['Jazz', 'шахматы'],
  location: 'Пуна',
  emailVerified: false,
}

async function drawn(user: Partial<User> | null, path: string, screen: ReactNode = createElement(AppRoutes)) {
  if (!user) {
    const browser = openBrowser()
    await browser.services.session.start()
    return drawMarkup({ ...browser, path }, screen)
  }
  const browser = await signedIn(user)
  return drawMarkup({ ...browser, member: memberOf(browser), path }, screen)
}

const STAFF: Partial<User> = { ...MEMBER, role: 'ADMIN' }

describe('a page in another language', () => {
  it.each([...PAGES, '/nowhere'])('shows visitors no English at %s', async (path) => {
    expect(englishIn(await drawn(null, path))).toEqual([])
  })

  it.each([...PAGES, '/nowhere'])('shows members no English at %s', async (path) => {
    expect(englishIn(await drawn(MEMBER, path))).toEqual([])
  })

  it.each(['/', '/pricing', '/privacy-centre'])('shows premium members no English at %s', async (path) => {
    expect(
      englishIn(await drawn({ ...MEMBER, premiumUser: true, nearBy: true, emailVerified: true }, path)),
    ).toEqual([])
  })

  it('shows moderators no English in the console', async () => {
    expect(englishIn(await drawn(STAFF, '/admin'))).toEqual([])
  })

  // covers: design-form-messages-in-page-language
  it('shows no English in the messages of an empty form', async () => {
    const texts = [
      'id',
      'userName',
      'displayName',
      'phone',
      'age',
      'password',
      'newPassword',
      'confirmPassword',
      'code',
      'resetCode',
    ]
    const empty = { ...Object.fromEntries(texts.map((name) => [name, ''])), interests: [], lookingFor: [] }
    const models = [
      async () => (await loadRegistration()).registrationForm,
      async () => (await loadProfile()).profileForm,
      async () => (await loadPassword()).newPasswordForm,
      async () => (await loadPassword()).resetCodeForm,
    ]
    for (const model of models) {
      const { errors } = await lazyResolver<FieldValues, unknown>(model)(empty, undefined, {
        fields: {},
        shouldUseNativeValidation: false,
      })
      const messages = Object.values(errors).map((error) => String(error?.message))
      expect(messages.length).toBeGreaterThan(0)
      expect(messages.filter((message) => /[A-Za-z]{2,}/.test(message))).toEqual([])
    }
  })

  // covers: design-no-english-left
  it('reveals English where a text is left, in its content and its attributes', async () => {
    const screen = createElement('input', { title: 'Save', placeholder: 'ｏｋ' })
    const text = createElement('p', null, `Close ${PRODUCT.name}`, screen)
    expect(englishIn(await drawn(null, '/', text))).toEqual([`Close ${PRODUCT.name}`, 'Save'])
  })
})

describe('the source of the web app', () => {
  const LEGAL_DOCUMENTS = /documents\/(?:cancellation-policy|parts|privacy-policy|refund-policy|terms)\.tsx$/
  const ADDRESSES_IN_SOURCE = ['https://', 'you@example.com']

  // covers: design-no-english-left
  it('keeps every shown text in a catalogue, also those of dialogs and toasts', () => {
    const files = globSync('web/**/*.{ts,tsx}').filter((file) => !LEGAL_DOCUMENTS.test(file))
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap((file) => untranslatedTexts(file, readFileSync(file, 'utf8')))
    expect(found.filter((text) => !ADDRESSES_IN_SOURCE.includes(text))).toEqual([])
  })

  it('yields texts from content, attributes, choices and fields, but not from macros', () => {
    const source = `
      const toast = { title: 'Saved', description: t\`All saved\`, id: 'own name' }
      const part = <p title="A title" className="a class">Close {open ? 'it' : t({ message: 'this' })} <Trans>now</Trans></p>`
    expect(untranslatedTexts('part.tsx', source)).toEqual(['Saved', 'A title', 'Close', 'it'])
  })
})
