import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coveredKeys } from './covered-keys.ts'
import { readSections, type Section } from './read-sections.ts'

/** A test with the key of a requirement that it covers. */
export interface CoveringTest {
  key: string
  /** The path of the test file, from the root of the repository. */
  file: string
  /** Its title, with its describe block if its file has two of that title. */
  test: string
}

export interface Conformance {
  template: string
  sections: readonly Section[]
  /** In the order of the files and of their tests. */
  tests: readonly CoveringTest[]
  /** Keys in comments that are not directly above a test. */
  strayKeys: readonly { key: string; file: string }[]
}

/**
 * Reads the requirements in `docs/conformance/` and the comments of all tests.
 * @throws Error if a file of requirements cannot be read
 */
export function readConformance(root: string): Conformance {
  const folder = join(root, 'docs/conformance')
  const files = globSync('tests/**/*.{test,spec}.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  })
  const covered = files
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      if (!source.includes('// covers:')) return []
      return coveredKeys(file, source).map(({ key, test }) => ({ key, file, test }))
    })
  return {
    template: readFileSync(join(folder, 'template.md'), 'utf8'),
    sections: readSections(folder),
    tests: covered.filter((entry): entry is CoveringTest => entry.test !== undefined),
    strayKeys: covered.filter(({ test }) => test === undefined),
  }
}
