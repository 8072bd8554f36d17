import { i18n } from '@lingui/core'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MoreRows } from '#web/screens/admin/more-rows.tsx'
import { openBrowser } from '../web-state/kit.ts'
import { drawTexts } from './draw.tsx'

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
  it('are Indian ones in English', async () => {
    expect(await numbersOn()).toEqual(['1,000', '12,34,567'])
  })

  it("are those of the page's language otherwise", async () => {
    i18n.loadAndActivate({ locale: 'de', messages: {} })
    expect(await numbersOn()).toEqual(['1.000', '1.234.567'])
  })
})
