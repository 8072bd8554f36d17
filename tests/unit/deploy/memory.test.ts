import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readDockerfile } from '../../kit/container-image.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const NAME = 'MALLOC_MMAP_THRESHOLD_'
const run = promisify(execFile)

/** Four threads hash, and each hash takes 19 MiB. */
const LESS_THAN_TWO_HASHES = 30
/** Two spaces of 16 MiB, which is less than V8 allows by itself on most machines. */
const YOUNG_GENERATION = 32

const valueIn = (file: string, pattern: RegExp) =>
  pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1] ?? ''

/** The setting as each way of starting the server has it. */
const WAYS: Record<string, () => string> = {
  'the image': () => readDockerfile().env[NAME] ?? '',
  'the systemd unit': () =>
    valueIn('deploy/systemd/rapport.service', /^Environment=MALLOC_MMAP_THRESHOLD_=(\d+)$/m),
  'npm start': () =>
    valueIn('package.json', /"start": "MALLOC_MMAP_THRESHOLD_=\$\{MALLOC_MMAP_THRESHOLD_:-(\d+)\} exec /),
}

/** The options with which each way of starting the server starts Node. */
const NODE_OPTIONS: Record<string, () => string> = {
  'the image': () => readDockerfile().command.slice(1, -1).join(' '),
  'the systemd unit': () =>
    valueIn('deploy/systemd/rapport.service', /^ExecStart=\/usr\/bin\/node (.*) server\/main\.ts$/m),
  'npm start': () =>
    valueIn('package.json', /exec node (.*) scripts\/start\.mjs \|\| node \1 scripts\/start\.mjs"/),
}

/** Returns the size of the young generation of a busy process that Node starts with these options, in MiB. */
async function youngGeneration(options: string): Promise<number> {
  const { stdout } = await run(
    process.execPath,
    [...options.split(' '), join(ROOT, 'tests/kit/fill-young-generation.ts')],
    { cwd: ROOT, env: { PATH: process.env.PATH } },
  )
  return Number(stdout)
}

/** Returns by how many MiB a process grows that hashes passwords. */
async function growth(threshold: string): Promise<number> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'tests/kit/hash-passwords.ts')], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...(threshold ? { [NAME]: threshold } : {}) },
  })
  return Number(stdout)
}

describe('the memory of password hashes', () => {
  it.each(Object.entries(WAYS))('needs the same setting in %s', (_, threshold) => {
    expect(threshold()).toBe(WAYS['the image']?.())
  })

  // Another C library ignores the setting.
  it.runIf(process.platform === 'linux')('returns to the system', async () => {
    expect(await growth(readDockerfile().env[NAME] ?? '')).toBeLessThan(LESS_THAN_TWO_HASHES)
  })
})

describe('the young generation', () => {
  it.each(Object.entries(NODE_OPTIONS))('needs the same option in %s', (_, options) => {
    expect(options()).toBe(NODE_OPTIONS['the image']?.())
  })

  // Elsewhere no dependency provides a newer Node.
  it.runIf(process.platform === 'linux')('keeps its option where a newer Node takes over', async () => {
    const options = NODE_OPTIONS['npm start']?.() ?? ''
    const script = join(ROOT, 'tests/kit/start-with-old-node.mjs')
    const { stdout } = await run(process.execPath, [...options.split(' '), script], {
      env: { PATH: process.env.PATH, OLD_NODE: 'yes' },
    })
    expect(stdout).toBe(options)
  })

  it('stays small in a busy process', async () => {
    expect(await youngGeneration(NODE_OPTIONS['the image']?.() ?? '')).toBeLessThanOrEqual(YOUNG_GENERATION)
  })
})
