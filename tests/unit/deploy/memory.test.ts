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
