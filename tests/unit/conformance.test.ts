import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conformanceProblems } from '../kit/conformance/conformance-problems.ts'
import { coveredKeys } from '../kit/conformance/covered-keys.ts'
import { conformanceDocument } from '../kit/conformance/document.ts'
import { type Conformance, readConformance } from '../kit/conformance/read-conformance.ts'
import { readSections } from '../kit/conformance/read-sections.ts'

const ROOT = resolve(import.meta.dirname, '../..')

describe('docs/conformance.md', () => {
  const conformance = readConformance(ROOT)

  it('names for each requirement code that exists and a test that covers it', () => {
    expect(conformance.sections.flatMap(({ requirements }) => requirements).length).toBeGreaterThan(300)
    expect(conformanceProblems(conformance, (path) => existsSync(resolve(ROOT, path)))).toEqual([])
  })

  // Otherwise: npm run conformance
  it('matches the requirements and the comments of the tests', () => {
    const document = readFileSync(resolve(ROOT, 'docs/conformance.md'), 'utf8')
    expect(document).toBe(conformanceDocument(conformance))
  })
})

const DOOR: Conformance = {
  template: '# Doors\n\n<!-- table: 1 -->\n\nThe end.\n',
  sections: [{ name: '1', requirements: [{ key: '1-key', text: 'Opens', code: ['server/door.ts', 'web'] }] }],
  tests: [{ key: '1-key', file: 'tests/door.test.ts', test: 'opens with a key' }],
  strayKeys: [],
}

describe('coveredKeys', () => {
  const keysOf = (source: string) => coveredKeys('door.test.ts', source)

  it.each([
    ["it('opens', () => {})", 'opens'],
    ["test('opens', async ({ page }) => {})", 'opens'],
    ["it.each(['a nail'])('stays shut for %s', () => {})", 'stays shut for %s'],
    ["describe('a door', () => {\n  // covers: 1-key\n  it('shuts', () => {})\n})", 'shuts'],
    ["for (const key of keys) it('opens', () => {})", 'opens'],
    ["// A nail is no key.\nit('opens', () => {})", 'opens'],
  ])('finds a key above %j', (code, test) => {
    const source = code.includes('covers') ? code : `// covers: 1-key\n${code}`
    expect(keysOf(source)).toEqual([{ key: '1-key', test }])
  })

  it('finds the keys of several comments, and those of another test beside them', () => {
    const source =
      "// covers: 1-key, 1-nail\n// covers: 1-lock\nit('opens', () => {})\n\n// covers: 1-key\nit('shuts', () => {})"
    expect(keysOf(source)).toEqual([
      { key: '1-key', test: 'opens' },
      { key: '1-nail', test: 'opens' },
      { key: '1-lock', test: 'opens' },
      { key: '1-key', test: 'shuts' },
    ])
  })

  it('names the describe block of a title that two tests have', () => {
    const source =
      "describe('a door', () => {\n// covers: 1-key\nit('opens', () => {}) })\ndescribe('a window', () => { it('opens', () => {}) })"
    expect(keysOf(source)).toEqual([{ key: '1-key', test: 'a door › opens' }])
  })

  it.each([
    "describe('a door', () => {\n  it('opens', () => {})\n})",
    "const key = 1\nit('opens', () => {})",
    "\nit('opens', () => {})",
    '',
  ])('finds no test directly below the comment in %j', (code) => {
    expect(keysOf(`// covers: 1-key\n${code}`)).toEqual([{ key: '1-key', test: undefined }])
  })

  it('ignores other comments and strings', () => {
    expect(keysOf("// It covers: 1-key\nit('opens', () => '// covers: 1-key')")).toEqual([])
  })
})

describe('conformanceProblems', () => {
  const [section = { name: '', requirements: [] }] = DOOR.sections
  const [opens = { key: '', text: '', code: [] }] = section.requirements
  const withRequirements = (...requirements: typeof section.requirements) => ({
    sections: [{ ...section, requirements }],
  })
  const problemsOf = (change: Partial<Conformance>) =>
    conformanceProblems({ ...DOOR, ...change }, (path) => path !== 'server/gone.ts')

  it('finds none in a requirement with code and a test', () => {
    expect(problemsOf({})).toEqual([])
  })

  it.each<[string, Partial<Conformance>]>([
    ['1-key: no test covers it', { tests: [] }],
    ['1-key: server/gone.ts does not exist', withRequirements({ ...opens, code: ['server/gone.ts'] })],
    ['1-key names two requirements', withRequirements(opens, { ...opens, text: 'Shuts' })],
    ['1.yaml has "Opens" twice', withRequirements(opens, { ...opens, key: '1-nail' })],
    ['2-key: a key of 1.yaml begins with 1-', withRequirements(opens, { ...opens, key: '2-key', text: '' })],
    [
      'tests/a.test.ts › opens: covers 1-nail, which is no requirement',
      { tests: [...DOOR.tests, { key: '1-nail', file: 'tests/a.test.ts', test: 'opens' }] },
    ],
    [
      'tests/a.test.ts: the comment "covers: 1-key" is not directly above a test',
      { strayKeys: [{ key: '1-key', file: 'tests/a.test.ts' }] },
    ],
    ['template.md has no table 1', { template: '' }],
    ['2.yaml does not exist', { template: `${DOOR.template}<!-- table: 2 -->\n` }],
    ['template.md has the table 1 twice', { template: `${DOOR.template}<!-- table: 1 -->\n` }],
  ])('finds %j', (problem, change) => {
    expect(problemsOf(change)).toContain(problem)
  })
})

describe('conformanceDocument', () => {
  it('puts each table into its place, with the code and the tests of a requirement', () => {
    const another = { key: '1-key', file: 'tests/lock.test.ts', test: 'opens `a` | b' }
    expect(conformanceDocument({ ...DOOR, tests: [...DOOR.tests, another] })).toBe(`# Doors

| requirement | built in | shown by |
| --- | --- | --- |
| Opens | \`server/door.ts\`, \`web\` | \`tests/door.test.ts › opens with a key\`, \`\` tests/lock.test.ts › opens \`a\` \\| b \`\` |

The end.
`)
  })
})

describe('readSections', () => {
  function sectionsFrom(yaml: string) {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, '1.yaml'), yaml)
    return readSections(folder)
  }
  const OPENS = '1-key:\n  text: Opens\n  code: [server/door.ts, web]\n'

  it('reads the requirements of each file', () => {
    expect(sectionsFrom(OPENS)).toEqual(DOOR.sections)
  })

  it.each([
    ['a key twice', OPENS + OPENS],
    ['no code', '1-key:\n  text: Opens\n  code: []\n'],
    ['another field', `${OPENS}  tests: [door]\n`],
  ])('refuses a file with %s', (_what, yaml) => {
    expect(() => sectionsFrom(yaml)).toThrow('1.yaml cannot be read')
  })
})
