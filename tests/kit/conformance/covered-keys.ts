import { parseSync } from 'vite'
import { testTitles } from '../test-titles.ts'

/** A key in a comment such as `// covers: 4.3-unread-count, 4.3-resync`. */
export interface CoveredKey {
  key: string
  /** The title of the test below, with its describe block if its file has two of that title; undefined without a test. */
  test: string | undefined
}

const COVERS = /^\s*covers:\s*(.+)$/
/** What stands between the comment and its test: other comments, then the beginning of the test's line. */
const DIRECTLY_ABOVE = /^\n( *\/\/.*\n)*.*$/

/** Returns the keys that the comments of a test file name, in their order. */
export function coveredKeys(file: string, source: string): CoveredKey[] {
  const tests = testTitles(file, source)
  const testBelow = (offset: number) => {
    const next = tests.find(({ start }) => start > offset)
    if (next === undefined || !DIRECTLY_ABOVE.test(source.slice(offset, next.start))) return
    const isAmbiguous = tests.some((test) => test !== next && test.title === next.title)
    return isAmbiguous ? next.path : next.title
  }
  return parseSync(file, source).comments.flatMap(({ value, end }) => {
    const [, keys = ''] = COVERS.exec(value) ?? []
    if (keys === '') return []
    const test = testBelow(end)
    return keys.split(/,\s*/).map((key) => ({ key, test }))
  })
}
