import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
/** What starts the stores of a test: each of them reads the real time. */
const STORES = ['tests/kit/database.ts', 'tests/kit/redis-server.ts', 'tests/kit/test-servers.ts']
/** Dates from 2021 on. Earlier ones are long ago for every run of the tests. */
const FIXED_DATE =
  /Date\.UTC\(\s*20(?:2[1-9]|[3-9])|\bDate\(\s*20(?:2[1-9]|[3-9])|['"`]20(?:2[1-9]|[3-9]\d)-\d\d-\d\d/

const sources = new Map(
  globSync('tests/**/*.ts', { cwd: ROOT }).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)

/** Returns the files of the tests that a file imports, itself included, directly and through others. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of sources.get(file)?.matchAll(/from '(\.{1,2}\/[^']+\.ts)'/g) ?? [])
    importsOf(join(dirname(file), path), found)
  return found
}

const usesStores = (file: string) => {
  const imports = importsOf(file)
  return (
    STORES.some((store) => imports.has(store)) || /\binject\b.* from 'vitest'/.test(sources.get(file) ?? '')
  )
}
const hasFixedDate = (text: string) => FIXED_DATE.test(text)

describe('a test with a database, Redis or a server', () => {
  it('contains no fixed date, because its stores read the real time', () => {
    const withStores = [...sources.keys()].filter(usesStores)
    expect(withStores.length).toBeGreaterThan(100)
    const fixed = withStores.filter((file) => hasFixedDate(sources.get(file) ?? ''))
    expect(fixed).toEqual([])
  })
})

describe('the search for fixed dates', () => {
  it.each([
    'Date.UTC(2026, 10, 20)',
    'new Date(2031, 1)',
    "new Date('2026-11-20')",
    "at: '2027-02-28T12:00:00Z'",
  ])('finds %s', (text) => expect(hasFixedDate(text)).toBe(true))

  it.each([
    'new Date(0)',
    'Date.UTC(2001, 0, 1)',
    "'2020-01-01T00:00:00Z'",
    'Date.now() + 2026',
    'Monsoon-2026',
  ])('leaves %s alone', (text) => expect(hasFixedDate(text)).toBe(false))
})
