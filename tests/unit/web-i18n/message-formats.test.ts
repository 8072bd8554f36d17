import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')

it('no text formats a date or a time itself, because the web app leaves out that part of Lingui', () => {
  const catalogues = globSync('locales/*/*.po', { cwd: ROOT })
  expect(catalogues.length).toBeGreaterThan(50)
  const formatting = catalogues.filter((file) =>
    /\{\s*\w+\s*,\s*(date|time)\b/.test(readFileSync(resolve(ROOT, file), 'utf8')),
  )
  expect(formatting).toEqual([])
})
