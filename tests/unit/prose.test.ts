import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const PROGRAM = resolve(import.meta.dirname, '../../scripts/lint-prose.mjs')
const BASELINE = 'scripts/prose-baseline.json'

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

function lint(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: project,
    encoding: 'utf8',
  })
  return { status, stderr }
}

const allow = (counts: Record<string, number>) => write({ [BASELINE]: JSON.stringify(counts) })
const baseline = async () => JSON.parse(await readFile(join(project, BASELINE), 'utf8'))

describe('the prose lint', () => {
  it.each([
    ['server/a.ts', '/** Written\n * anew. */\nexport const a = 1\n', 'line 2: anew'],
    ['web/a.tsx', 'export const a = 1 // Whoever comes.\n', 'line 1: Whoever'],
    ['server/b.ts', '// One line so\n// that two are one sentence.\n', 'line 1: so that'],
    ['web/ui/a.css', '.a {}\n/* Nobody sees it. */\n', 'line 2: Nobody'],
    ['prisma/schema.prisma', '/// The part of which.\n', 'line 1: of which'],
    ['schema/schema.graphql', '"""The caller is told."""\n', 'line 1: is told'],
    ['scripts/a.mjs', '\n// Meanwhile.\n', 'line 2: Meanwhile'],
    ['docs/a.md', '# Title\n\nIt goes with the other.\n', 'line 3: goes with'],
    [
      'tests/unit/a.test.ts',
      "describe('a door', () => {\n  it('tells nobody', () => {})\n})\n",
      'line 2: nobody',
    ],
  ])('fails for a word to avoid in %s and names its line', async (path, content, finding) => {
    await write({ [path]: content })
    const { status, stderr } = lint()
    expect(status).toBe(1)
    expect(stderr).toContain(`${path} has 1 words to avoid, 0 allowed:\n  ${finding}\n`)
  })

  it('ignores code, strings, quotations and decisions', async () => {
    await write({
      'server/a.ts': "export const nobody = 'anew' // Calls `nobody`.\n",
      'docs/a.md': '> Whoever said it.\n\n```\nmeanwhile\n```\n\nSee `somebody`.\n',
      'docs/decisions/1.md': 'Somebody decided.\n',
    })
    expect(lint()).toEqual({ status: 0, stderr: '' })
  })

  it('allows a file as many words as its baseline, and no more', async () => {
    await write({ 'server/a.ts': '// Anew.\n' })
    await allow({ 'server/a.ts': 1 })
    expect(lint()).toEqual({ status: 0, stderr: '' })
    await write({ 'server/a.ts': '// Anew, anew.\n' })
    expect(lint().stderr).toContain('server/a.ts has 2 words to avoid, 1 allowed')
  })

  it('requires a lower baseline when a file has fewer words, and lowers it on request', async () => {
    await write({ 'server/a.ts': '// Anew.\n' })
    await allow({ 'server/a.ts': 3 })
    const { status, stderr } = lint()
    expect(status).toBe(1)
    expect(stderr).toContain('Lower the baseline: node scripts/lint-prose.mjs --update')
    expect(lint('--update').status).toBe(0)
    expect(await baseline()).toEqual({ 'server/a.ts': 1 })
    expect(lint().status).toBe(0)
  })

  it('never raises the baseline of a file', async () => {
    await write({ 'server/a.ts': '// Anew, anew.\n', 'server/b.ts': '' })
    await allow({ 'server/a.ts': 1, 'server/b.ts': 5 })
    expect(lint('--update').status).toBe(1)
    expect(await baseline()).toEqual({ 'server/a.ts': 1, 'server/b.ts': 5 })
  })

  it('lets a moved file keep its words, but allows a new file none', async () => {
    await write({ 'server/old.ts': '// Anew.\n' })
    await allow({ 'server/old.ts': 1 })
    await unlink(join(project, 'server/old.ts'))
    await write({ 'server/moved.ts': '// Anew.\n' })
    expect(lint('--update').status).toBe(0)
    expect(await baseline()).toEqual({ 'server/moved.ts': 1 })
    await write({ 'server/new.ts': '// Anew.\n' })
    expect(lint('--update').status).toBe(1)
    expect(await baseline()).toEqual({ 'server/moved.ts': 1 })
  })
})
