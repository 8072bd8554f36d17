import type { TestTitle } from './test-titles.ts'

const REFERENCE = /^`(tests\/[^`]+?\.(?:test|spec)\.ts) › ([^`]+)`$/
const SOURCE = /`((?:\.github|desktop|docs|prisma|schema|scripts|server|tests|web)\/[^`]*)`/g
const CELLS = 5

export interface ConformanceFiles {
  /** Returns the tests of a file, or undefined when it does not exist. */
  testsOf(file: string): readonly TestTitle[] | undefined
  exists(path: string): boolean
}

/** Returns the problems of the rows of a conformance table, one a line. */
export function conformanceProblems(text: string, files: ConformanceFiles): string[] {
  return rowsOf(text).flatMap((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    const [, requirement = '', builtIn = '', shownBy = ''] = cells
    if (cells.length !== CELLS) return [`not three cells: ${row}`]
    const problems = [...sourceProblems(builtIn, files), ...testProblems(shownBy, files)]
    return problems.map((problem) => `${requirement}: ${problem}`)
  })
}

/** Returns the rows of all tables, without their heads. */
export function rowsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.filter((line) => !line.startsWith('| requirement') && !/^\|[-| ]+\|$/.test(line))
}

function sourceProblems(builtIn: string, files: ConformanceFiles): string[] {
  if (builtIn === '') return ['names no code']
  const paths = [...builtIn.matchAll(SOURCE)].map(([, path = '']) => path)
  return paths.filter((path) => !files.exists(path)).map((path) => `${path} does not exist`)
}

function testProblems(shownBy: string, files: ConformanceFiles): string[] {
  if (shownBy === '') return ['names no test']
  const references = shownBy.split(/(?<=`)\s*,\s*(?=`)/)
  return references.flatMap((reference) => {
    const [, file = '', title = ''] = REFERENCE.exec(reference) ?? []
    if (file === '') return [`not a test: ${reference}`]
    const tests = files.testsOf(file)
    if (tests === undefined) return [`${file} does not exist`]
    const count = tests.filter((test) => test.path === title || test.title === title).length
    if (count === 0) return [`${file} has no test "${title}"`]
    return count > 1 ? [`${file} has ${count} tests "${title}"; name its describe block`] : []
  })
}
