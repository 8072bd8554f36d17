import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getHeapSpaceStatistics } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { releaseStartMemory } from '#server/platform/release-start-memory.ts'

const SERVER = resolve(import.meta.dirname, '../../../server')
/** What takes megabytes and is not needed to start: it is imported with its first use. */
const WITH_FIRST_USE = ['city-timezones', 'mailchecker', 'nodemailer', 'selfsigned', './weak-password.ts']

/** V8 11, of Node 20, cannot shrink it. There it has at most 32 MB. */
const canShrink = Number.parseInt(process.versions.v8, 10) >= 12

const youngGeneration = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? Number.NaN

describe('the memory of a started server', () => {
  it('does not include the room in which its modules were loaded', () => {
    const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
    const grown = youngGeneration()
    releaseStartMemory()
    expect(kept).toHaveLength(1_000_000)
    expect(youngGeneration()).toBeLessThan(canShrink ? grown : grown + 1)
  })

  it.each(WITH_FIRST_USE)('does not include %s before its first use', (library) => {
    const imports = globSync('**/*.ts', { cwd: SERVER })
      .flatMap((file) => readFileSync(join(SERVER, file), 'utf8').split('\n'))
      .filter((line) => line.includes(`'${library}'`) && /\bfrom '|\bimport\(/.test(line))
    expect(imports.filter((line) => line.includes('import('))).toHaveLength(1)
    expect(imports.filter((line) => line.includes(' from ') && !line.includes('import type'))).toEqual([])
  })
})
