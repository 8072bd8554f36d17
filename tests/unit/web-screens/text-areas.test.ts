import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkTextAreas, parseSource } from '#tests/kit/text-areas.ts'
import config from '../../../lingui.config.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8')
const ENTRY = { file: 'web/main.tsx', areas: ['base'] }
/** Only the build imports it. */
const OF_THE_BUILD = 'web/app/offline-page.ts'

/** The files of each area, as the extraction of the texts finds them. */
const AREAS = (config.catalogs ?? []).map(({ path, include, exclude = [] }) => ({
  area: basename(path),
  files: new Set(
    globSync(
      include.map((pattern) => pattern.replace('<rootDir>/', '')),
      { cwd: ROOT, exclude },
    ),
  ),
}))
const areasOf = (file: string) => AREAS.filter(({ files }) => files.has(file)).map(({ area }) => area)

describe('the texts of the web app', () => {
  const withTexts = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => parseSource(file, read(file)).hasTexts,
  )

  it('belong to a catalogue', () => {
    expect(withTexts.length).toBeGreaterThan(20)
    expect(withTexts.filter((file) => areasOf(file).length === 0)).toEqual([])
  })

  it('load before the chunk that shows them', () => {
    const { missing, reached } = checkTextAreas(ENTRY, { read, areasOf })
    expect(missing).toEqual([])
    expect(withTexts.filter((file) => !reached.has(file))).toEqual([OF_THE_BUILD])
  })
})

describe('the check of the loaded texts', () => {
  const check = (files: Record<string, string>) =>
    checkTextAreas(ENTRY, {
      read: (file) => files[file] ?? '',
      areasOf: (file) => [file.split('/')[1] ?? ''],
    }).missing
  const TEXTS = "import { t } from '@lingui/core/macro'\n"
  const LATE = 'web/member/late.ts in the chunk of web/member/home.ts: member is missing'

  it('follows the imports of a chunk to each of its texts', () => {
    const files = {
      'web/main.tsx': "const home = () => import('./member/home.ts')",
      'web/member/home.ts': "export * from './between.ts'",
      'web/member/between.ts': "import { late } from './late.ts'",
      'web/member/late.ts': TEXTS,
    }
    expect(check(files)).toEqual([LATE])
    const loading = { 'web/main.tsx': "const home = () => withTexts('member', import('./member/home.ts'))" }
    expect(check({ ...files, ...loading })).toEqual([])
  })

  it('counts the areas that are loaded on each path to a chunk', () => {
    const files = {
      'web/main.tsx': "import './base/other.ts'\nwithTexts('member', import('./member/first.ts'))",
      'web/member/first.ts': "void import('./home.ts')",
      'web/member/home.ts': "import './late.ts'",
      'web/member/late.ts': TEXTS,
    }
    expect(check(files)).toEqual([])
    expect(check({ ...files, 'web/base/other.ts': "void import('../member/home.ts')" })).toEqual([LATE])
  })

  it('leaves out imports of types', () => {
    const files = {
      'web/main.tsx':
        "import type { Late } from './member/late.ts'\nexport type { Late } from './member/late.ts'",
      'web/member/late.ts': TEXTS,
    }
    expect(check(files)).toEqual([])
  })

  it('refuses an import that it cannot follow', () => {
    expect(() => check({ 'web/main.tsx': 'void import(name)' })).toThrow('cannot follow an import')
  })
})
