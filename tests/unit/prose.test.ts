import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const PROGRAM = resolve(import.meta.dirname, '../../scripts/lint-prose.mjs')

let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'prose-'))
})
afterEach(() => rm(project, { recursive: true }))

async function write(files: Record<string, string>) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), content)
  }
}

function lint() {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM], {
    cwd: project,
    encoding: 'utf8',
  })
  return { status, stderr }
}

describe('the prose lint', () => {
  it.each([
    ['server/a.ts', '/** Written\n * anew. */\nexport const a = 1\n', '2: anew'],
    ['web/a.tsx', 'export const a = 1 // Whoever comes.\n', '1: Whoever'],
    ['server/b.ts', '// One line so\n// that two are one sentence.\n', '1: so that'],
    ['web/ui/a.css', '.a {}\n/* Nobody sees it. */\n', '2: Nobody'],
    ['prisma/schema.prisma', '/// The part of which.\n', '1: of which'],
    ['schema/schema.graphql', '"""The caller is told."""\n', '1: is told'],
    ['scripts/a.mjs', '\n// Meanwhile.\n', '2: Meanwhile'],
    ['docs/a.md', '# Title\n\nIt goes with the other.\n', '3: goes with'],
    ['tests/unit/a.test.ts', "describe('a door', () => {\n  it('tells nobody', () => {})\n})\n", '2: nobody'],
  ])('fails for a word to avoid in %s and names its line', async (path, content, finding) => {
    await write({ [path]: content })
    const { status, stderr } = lint()
    expect(status).toBe(1)
    expect(stderr).toContain(`  ${path}:${finding}\n`)
  })

  it.each([
    ['is refused', '2: title begins with is'],
    ['Of another member, fails', '2: title begins with Of'],
    ['without a key stays shut', '2: title begins with without'],
    ['the key opens it', '2: title begins with the'],
    ['%s stays shut', '2: title begins with %'],
  ])('refuses the test title %j and names its line', async (title, finding) => {
    await write({ 'tests/unit/a.test.ts': `describe('a door', () => {\n  it('${title}', () => {})\n})\n` })
    const { status, stderr } = lint()
    expect(status).toBe(1)
    expect(stderr).toContain(`  tests/unit/a.test.ts:${finding}\n`)
  })

  it('accepts a verb of the subject, and outside of blocks the subject itself', async () => {
    await write({
      'tests/unit/a.test.ts':
        "describe('a door', () => {\n  it('opens', () => {})\n  it('ends', () => {})\n})\n",
      'tests/browser/a.spec.ts': "test('the door opens', () => {})\ntest.describe('a key', () => {})\n",
    })
    expect(lint()).toEqual({ status: 0, stderr: '' })
  })

  it('refuses a journey that begins with neither subject nor verb', async () => {
    await write({ 'tests/browser/a.spec.ts': "\ntest('after a reload, the door opens', () => {})\n" })
    expect(lint().stderr).toContain('  tests/browser/a.spec.ts:2: title begins with after\n')
  })

  it('ignores code, strings, quotations and decisions', async () => {
    await write({
      'server/a.ts': "export const nobody = 'anew' // Calls `nobody`.\n",
      'docs/a.md': '> Whoever said it.\n\n```\nmeanwhile\n```\n\nSee `somebody`.\n',
      'docs/decisions/1.md': 'Somebody decided.\n',
    })
    expect(lint()).toEqual({ status: 0, stderr: '' })
  })
})
