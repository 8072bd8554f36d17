import type { TestTitle } from './test-titles.ts'

/** What the rows of docs/mutation.md name. Paths begin at the root of the repository. */
export interface NamedFiles {
  /** Returns the text of a file, or undefined when it does not exist. */
  read(path: string): string | undefined
  /** Returns the tests of a file, or undefined when it does not exist. */
  testsOf(path: string): readonly TestTitle[] | undefined
  /** Whether a source file has this name. */
  hasSource(name: string): boolean
}

const HEADING = '\n## Survivors\n'
const isRow = (line: string) => /^\| (?!File \||Broken line \|)/.test(line)

/** Returns the rows of the survivors. */
export const survivorRows = (document: string) => (document.split(HEADING)[1] ?? '').split('\n').filter(isRow)

/** Returns the rows of the lines that were broken by hand. */
export const brokenLineRows = (document: string) =>
  (document.split('\n## Lines broken by hand\n')[1]?.split(HEADING)[0] ?? '').split('\n').filter(isRow)

/** Returns code as `scripts/mutation/summary.mjs` and a file both have it: without spaces, with one kind of quote. */
const comparable = (code: string) => code.replaceAll(/\s+/g, '').replaceAll(/[`"]/g, "'")

/** Returns the problems of a survivor: its file or its code is gone. */
export function survivorProblems(row: string, { read }: NamedFiles): string[] {
  const [, path, original = ''] = /^\| (\S+) \| `(.*?)` → `.*` \| [^|]+ \|$/.exec(row) ?? []
  if (path === undefined) return [`not a file, a change and a reason: ${row}`]
  const source = read(path)
  if (source === undefined) return [`${path} does not exist`]
  // Of long code, the document has the beginning.
  const code = comparable(original.replaceAll('\\|', '|').replace(/…$/, ''))
  return comparable(source).includes(code) ? [] : [`${path} does not contain ${original}`]
}

/** Returns the problems of a line broken by hand: its file, or a test that noticed it, is gone. */
export function brokenLineProblems(row: string, { hasSource, testsOf }: NamedFiles): string[] {
  const [, broken = '', noticedBy = ''] = /^\| (.*) \| (.*) \|$/.exec(row) ?? []
  const sources = [...broken.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name = '']) => name)
  const missing = sources.filter((name) => !hasSource(name)).map((name) => `${name} does not exist`)
  const tests = noticedBy.split('; ').flatMap((reference) => {
    const [, name, title = ''] = /^`([\w-]+\/[\w-]+)` › (.+)$/.exec(reference) ?? []
    if (name === undefined) return [`not a test: ${reference}`]
    const found = ['unit', 'contract'].flatMap((kind) => testsOf(`tests/${kind}/${name}.test.ts`) ?? [])
    return found.some((test) => test.title === title) ? [] : [`${name} has no test "${title}"`]
  })
  return [...missing, ...tests]
}
