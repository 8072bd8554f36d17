import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ConformanceFiles, conformanceProblems, rowsOf } from '../kit/conformance.ts'
import { type TestTitle, testTitles } from '../kit/test-titles.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Returns the files of the repository; each test file is parsed once. */
function repositoryFiles(): ConformanceFiles {
  const parsed = new Map<string, TestTitle[]>()
  return {
    exists: (path) => existsSync(resolve(ROOT, path)),
    testsOf(file) {
      const path = resolve(ROOT, file)
      if (!existsSync(path)) return undefined
      const titles = parsed.get(file) ?? testTitles(path, readFileSync(path, 'utf8'))
      parsed.set(file, titles)
      return titles
    },
  }
}

const EXAMPLE_TESTS = testTitles(
  'example.test.ts',
  `describe('a door', () => {
    it('opens with a key', () => {})
    it.each(['a nail'])('stays shut for %s', () => {})
  })
  test.describe('a window', () => { test('opens with a key', () => {}) })`,
)

/** Returns the problems of one row, next to a test file with three tests. Two of them have the same title. */
function problemsOf(row: string): string[] {
  const example: ConformanceFiles = {
    exists: (path) => path === 'server/door.ts',
    testsOf: (file) => (file === 'tests/example.test.ts' ? EXAMPLE_TESTS : undefined),
  }
  return conformanceProblems(`| requirement | built in | shown by |\n| --- | --- | --- |\n${row}`, example)
}

describe('docs/conformance.md', () => {
  const text = readFileSync(resolve(ROOT, 'docs/conformance.md'), 'utf8')

  // About 200 files are parsed, which takes a while on a busy machine.
  it('names for each row code that exists and tests with exactly these titles', { timeout: 60_000 }, () => {
    expect(rowsOf(text).length).toBeGreaterThan(300)
    expect(conformanceProblems(text, repositoryFiles())).toEqual([])
  })

  it('contains each requirement once in a section', () => {
    const sections = text.split(/^## /m)
    const repeated = sections.flatMap((section) => {
      const requirements = rowsOf(section).map((row) => row.split('|')[1]?.trim())
      return requirements.filter((requirement, index) => requirements.indexOf(requirement) !== index)
    })
    expect(repeated).toEqual([])
  })
})

describe('the check of a row', () => {
  it.each([
    'a door › opens with a key',
    'a window › opens with a key',
    'a door › stays shut for %s',
    'stays shut for %s',
  ])('accepts the whole title %j', (title) => {
    expect(problemsOf(`| A door | \`server/door.ts\` | \`tests/example.test.ts › ${title}\` |`)).toEqual([])
  })

  it.each([
    ['no test', '', 'names no test'],
    ['text in place of a test', 'by hand', 'not a test: by hand'],
    ['text beside a test', '`tests/example.test.ts › stays shut for %s` and more', 'not a test'],
    [
      'a file that does not exist',
      '`tests/gone.test.ts › stays shut for %s`',
      'tests/gone.test.ts does not exist',
    ],
    ['a part of a title', '`tests/example.test.ts › stays shut`', 'has no test "stays shut"'],
    ['the title of a describe block alone', '`tests/example.test.ts › a door`', 'has no test "a door"'],
    [
      'a title that two tests have',
      '`tests/example.test.ts › opens with a key`',
      'has 2 tests "opens with a key"',
    ],
  ])('refuses %s', (_what, shownBy, problem) => {
    expect(problemsOf(`| A door | \`server/door.ts\` | ${shownBy} |`)).toEqual([
      expect.stringContaining(problem),
    ])
  })

  it('refuses a second test that is missing', () => {
    const tests = '`tests/example.test.ts › stays shut for %s`, `tests/example.test.ts › rings`'
    expect(problemsOf(`| A door | \`server/door.ts\` | ${tests} |`)).toEqual([
      expect.stringContaining('"rings"'),
    ])
  })

  it.each([
    ['names no code', ''],
    ['server/gone.ts does not exist', '`server/gone.ts`'],
  ])('refuses a row that %s', (problem, builtIn) => {
    const row = `| A door | ${builtIn} | \`tests/example.test.ts › stays shut for %s\` |`
    expect(problemsOf(row)).toEqual([expect.stringContaining(problem)])
  })

  it('refuses a row without three cells', () => {
    expect(problemsOf('| A door | `server/door.ts` |')).toEqual([expect.stringContaining('not three cells')])
  })
})
