import { i18n } from '@lingui/core'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DOCUMENT_PAGES } from '#schema/pages.ts'
import { DocumentText } from '#web/screens/shared/documents/document-text.tsx'
import { SUMMARY_LINES } from '#web/screens/summaries/summary-lines.ts'
import { readingEase } from '../../kit/reading-ease.ts'
import { openBrowser } from '../web-state/kit.ts'
import { drawMarkup, drawTexts } from './draw.tsx'

// The texts of other languages are those of the source here.
vi.mock('#web/i18n/load-texts.ts', () => ({ loadTexts: async () => undefined }))
afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const LEGAL_PAGES = DOCUMENT_PAGES.filter((page) => page !== '/contact')
const NOTE = 'This summary is not legally binding. The document below is the valid text, in English.'

const textsOf = (page: (typeof DOCUMENT_PAGES)[number]) =>
  drawTexts(openBrowser(), createElement(DocumentText, { page }))
const inGerman = () => i18n.loadAndActivate({ locale: 'de', messages: {} })
const numbersIn = (texts: readonly string[]) => new Set(texts.join(' ').match(/\d+/g))

describe('the summary of a legal document', () => {
  // covers: design-legal-documents-in-english
  it.each(LEGAL_PAGES)('stands above the document on a page in another language: %s', async (page) => {
    inGerman()
    const texts = await textsOf(page)
    const before = texts.slice(0, texts.indexOf(NOTE))
    expect(before).toEqual(['In short', ...SUMMARY_LINES[page]()])
    const markup = await drawMarkup(openBrowser(), createElement(DocumentText, { page }))
    const [summary, document, ...more] = markup.split('<article')
    expect(summary).toContain(NOTE)
    expect(document).toMatch(/^[^>]* lang="en" dir="ltr"/)
    expect(more).toEqual([])
  })

  // covers: design-english-has-no-summaries
  it.each(LEGAL_PAGES)('stays out on an English page, whose document is plain English: %s', async (page) => {
    expect(await textsOf(page)).not.toContain('In short')
  })

  it('stays out on the contact page, which is translated itself', async () => {
    inGerman()
    const markup = await drawMarkup(openBrowser(), createElement(DocumentText, { page: '/contact' }))
    expect(markup).not.toContain('In short')
    expect(markup).not.toContain('lang="en"')
  })

  // covers: design-summaries-are-plain
  it.each(LEGAL_PAGES)('makes five to nine points in plain English: %s', (page) => {
    const lines = SUMMARY_LINES[page]()
    expect(lines.length).toBeGreaterThanOrEqual(5)
    expect(lines.length).toBeLessThanOrEqual(9)
    expect(readingEase(lines)).toBeGreaterThanOrEqual(60)
  })

  // covers: design-summaries-are-plain
  it.each(LEGAL_PAGES)('names only numbers of the document: %s', async (page) => {
    const inDocument = numbersIn(await textsOf(page))
    const inSummary = numbersIn(SUMMARY_LINES[page]())
    expect(inSummary.size).toBeGreaterThan(0)
    expect([...inSummary].filter((number) => !inDocument.has(number))).toEqual([])
  })
})
