import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { resolveSecretKey } from '#server/platform/secrets/secret-key.ts'

describe('the secret box', () => {
  const plain = Buffer.from('a second factor')
  const box = createSecretBox('k'.repeat(32))

  it('opens what it sealed, and seals equal values differently', () => {
    const [one, two] = [box.seal('factor', plain), box.seal('factor', plain)]
    expect(box.open('factor', one)).toEqual(plain)
    expect(one).not.toEqual(two)
    expect(one.includes(plain)).toBe(false)
  })

  it('opens values of an earlier version', () => {
    const sealed = '7e2bf203f48e5f651b76f494fb48c6c2df4da1faf0182d4a2b3daf8564f14e31c7789cc78701afbc8cacbf'
    expect(box.open('factor', Buffer.from(sealed, 'hex'))).toEqual(plain)
  })

  it('refuses another purpose, another key, and any changed byte', () => {
    const sealed = box.seal('factor', plain)
    expect(() => box.open('server-secret', sealed)).toThrow()
    expect(() => createSecretBox('l'.repeat(32)).open('factor', sealed)).toThrow()
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => box.open('factor', changed)).toThrow()
    }
    expect(() => box.open('factor', sealed.subarray(0, 20))).toThrow()
  })
})

describe('the secret key', () => {
  it('equals the configured one if there is one', async () => {
    expect(await resolveSecretKey({ secretKey: 'given', dataDir: '/nowhere' })).toBe('given')
  })

  it('appears once in the data folder, readable by its owner only', async () => {
    const dataDir = join(await mkdtemp(join(tmpdir(), 'rapport-key-')), 'data')
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => resolveSecretKey({ secretKey: null, dataDir })),
    )
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toHaveLength(43)
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600)
    expect((await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()).toBe(keys[0])
    expect(await readdir(dataDir), 'nothing else is left').toEqual(['secret-key'])
  })
})
