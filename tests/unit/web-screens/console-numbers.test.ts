import { i18n } from '@lingui/core'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { consoleNumberLocale } from '#web/i18n/locales.ts'
import { HourChart } from '#web/screens/admin/hour-chart.tsx'
import { MoreRows } from '#web/screens/admin/more-rows.tsx'
import { openBrowser } from '../web-state/kit.ts'
import { drawMarkup, drawTexts } from './draw.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

const numbersOn = async () => {
  const page = { elements: Array.from({ length: 1_000 }), total: 1_234_567 }
  const [text] = await drawTexts(
    openBrowser(),
    createElement(MoreRows, { page, adding: false, more: () => undefined }),
  )
  return text?.match(/\d[\d.,]*/g)
}

describe('the numbers of the admin panel', () => {
  it('follow the Indian form in English', async () => {
    expect(await numbersOn()).toEqual(['1,000', '12,34,567'])
  })

  it("follow the page's language otherwise", async () => {
    i18n.loadAndActivate({ locale: 'de', messages: {} })
    expect(await numbersOn()).toEqual(['1.000', '1.234.567'])
  })
})

describe('the chart of the last hour', () => {
  const MINUTE = { minute: '2026-11-20T12:00:00.000Z', messages: 12_345, matches: 1_234 }

  const drawn = async () => {
    const number = new Intl.NumberFormat(consoleNumberLocale())
    const chart = createElement(HourChart, { minutes: [MINUTE], number })
    const texts = await drawTexts(openBrowser(), chart)
    return { texts, label: /aria-label="([^"]*)"/.exec(await drawMarkup(openBrowser(), chart))?.[1] }
  }

  // covers: beyond-chart-figures
  it("groups the digits of its figures as the page's language does", async () => {
    const english = await drawn()
    expect(english.texts.slice(0, 2)).toEqual(['10,000', '20,000'])
    expect(english.label).toBe('In the last hour 12,345 messages and 1,234 matches.')
    i18n.loadAndActivate({ locale: 'de', messages: {} })
    expect((await drawn()).texts.slice(0, 2)).toEqual(['10.000', '20.000'])
  })
})
