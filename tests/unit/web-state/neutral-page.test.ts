import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { NEUTRAL_PAGE } from '#web/state/quiet/leave-quietly.ts'

const read = (path: string) => readFileSync(new URL(`../../../web/public${path}`, import.meta.url), 'utf8')

// covers: beyond-quiet-exit-tabs
it('the neutral page and its script name neither the product nor its files, and search engines leave it out', () => {
  const page = read(NEUTRAL_PAGE)
  for (const text of [page, read('/today.js')]) {
    const lower = text.toLowerCase()
    for (const trace of [PRODUCT.name.toLowerCase(), 'logo', 'manifest', '/assets/'])
      expect(lower).not.toContain(trace)
  }
  expect(page).toContain('<meta name="robots" content="noindex" />')
  expect(page).toContain('<link rel="icon" href="data:," />')
})
