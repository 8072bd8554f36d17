import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOMAINS } from '../../scripts/mutation/domains.mjs'
import {
  brokenLineProblems,
  brokenLineRows,
  type NamedFiles,
  survivorProblems,
  survivorRows,
} from '../kit/mutation-rows.ts'
import { testTitles } from '../kit/test-titles.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const document = readFileSync(resolve(ROOT, 'docs/mutation.md'), 'utf8')

function repositoryFiles(): NamedFiles {
  const names = new Set(
    globSync('{schema,server,web,desktop}/**/*.ts', { cwd: ROOT }).map((file) => basename(file)),
  )
  const read = (path: string) => {
    const file = resolve(ROOT, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  return {
    read,
    testsOf(path) {
      const source = read(path)
      return source === undefined ? undefined : testTitles(path, source)
    },
    hasSource: (name) => names.has(basename(name)),
  }
}

describe('docs/mutation.md', () => {
  it('lists only survivors whose code still exists', () => {
    const files = repositoryFiles()
    const rows = survivorRows(document)
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.flatMap((row) => survivorProblems(row, files))).toEqual([])
  })

  it('names for each line broken by hand a file and tests that exist', () => {
    const files = repositoryFiles()
    const rows = brokenLineRows(document)
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.flatMap((row) => brokenLineProblems(row, files))).toEqual([])
  })
})

describe('the check of a row', () => {
  const files: NamedFiles = {
    read: (path) => (path === 'server/door.ts' ? 'const door =\n  a || `b`' : undefined),
    testsOf: (path) =>
      path === 'tests/unit/house/door.test.ts'
        ? [{ title: 'opens', path: 'opens', start: 0, offset: 0 }]
        : undefined,
    hasSource: (name) => name === 'door.ts',
  }

  it.each([
    ["| server/door.ts | `a \\|\\| 'b'` → `true` | Equal. |", []],
    ['| server/door.ts | `const door = a…` → `` | Equal. |', []],
    ['| server/door.ts | `a && b` → `true` | Equal. |', ['server/door.ts does not contain a && b']],
    ['| server/gone.ts | `a` → `true` | Equal. |', ['server/gone.ts does not exist']],
    ['| server/door.ts | `a` → `true` |  |', [expect.stringContaining('not a file')]],
  ])('answers for a survivor %j with %j', (row, problems) => {
    expect(survivorProblems(row, files)).toEqual(problems)
  })

  it.each([
    ['| shut (`door.ts`) | `house/door` › opens |', []],
    ['| shut (`gate.ts`) | `house/door` › opens |', ['gate.ts does not exist']],
    ['| shut | `house/door` › opens; `house/door` › shuts |', ['house/door has no test "shuts"']],
    ['| shut | by hand |', ['not a test: by hand']],
  ])('answers for a line broken by hand %j with %j', (row, problems) => {
    expect(brokenLineProblems(row, files)).toEqual(problems)
  })
})

describe('the domains of a mutation run', () => {
  /** `{a,b}.ts` gives `a.ts` and `b.ts`: each of them must exist. */
  const expand = (pattern: string): string[] => {
    const [group, names] = /\{([^{}]*)\}/.exec(pattern) ?? []
    if (group === undefined || names === undefined) return [pattern]
    return names.split(',').flatMap((name) => expand(pattern.replace(group, name)))
  }

  it.each(Object.entries(DOMAINS))('name only files that exist: %s', (_, { mutate, tests }) => {
    const patterns = [...mutate, ...tests].flatMap(expand)
    expect(patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
  })
})
