import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** Returns the file and the name of each import from the server. */
function* serverImports(text: string) {
  for (const [, names = '', file = ''] of text.matchAll(/import \{([^}]*)\} from '#(server\/[^']+\.ts)'$/gm))
    for (const name of names.split(',')) yield { file, name: name.trim() }
}

const exportsNumber = (text: string, name: string) => new RegExp(`export const ${name} = \\d`).test(text)

describe('a test of the server', () => {
  it('states the numbers it expects, and imports none: an imported limit could become 0 unnoticed', () => {
    const sources = new Map<string, string>()
    const sourceOf = (file: string) => {
      const text = sources.get(file) ?? readFileSync(join(ROOT, file), 'utf8')
      sources.set(file, text)
      return text
    }
    const imported = globSync('tests/{unit,contract,faults}/**/*.ts', { cwd: ROOT }).flatMap((test) =>
      [...serverImports(readFileSync(join(ROOT, test), 'utf8'))]
        .filter(({ file, name }) => /^[A-Z]/.test(name) && exportsNumber(sourceOf(file), name))
        .map(({ name }) => `${test}: ${name}`),
    )
    expect(sources.size).toBeGreaterThan(10)
    expect(imported).toEqual([])
  })
})

describe('the search for imported numbers', () => {
  it('finds a limit, and leaves other imports alone', () => {
    const test = `import { ${'createOne, LIMIT'} } from '#server/domains/one.ts'`
    expect([...serverImports(test)].map(({ name }) => name)).toEqual(['createOne', 'LIMIT'])
    expect(exportsNumber('export const LIMIT = 5 * 60_000', 'LIMIT')).toBe(true)
    expect(exportsNumber("export const LIMIT = 'none'", 'LIMIT')).toBe(false)
  })
})
