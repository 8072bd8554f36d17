import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config/config.ts'
import { DEPLOY } from '../../kit/reverse-proxies.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-secrets-'))
  await cp(join(DEPLOY, 'make-secrets.sh'), join(folder, 'make-secrets.sh'))
})
afterEach(() => rm(folder, { recursive: true }))

const make = (...args: string[]) =>
  spawnSync('sh', [join(folder, 'make-secrets.sh'), ...args], { encoding: 'utf8' })
const read = (name: string) => readFile(join(folder, 'secrets', name), 'utf8')

describe('deploy/make-secrets.sh', () => {
  it('writes settings that a production server accepts, with passwords of their own', async () => {
    expect(make('https://chat.example', 'smtps://mail.example').status).toBe(0)
    const settings = parseEnv(await read('app.env'))
    const { databaseUrl } = loadConfig({ ...settings, NODE_ENV: 'production' })
    expect(databaseUrl).toContain(await read('postgres_password'))
    const passwords = (await readdir(join(folder, 'secrets'))).filter((name) => name !== 'app.env')
    expect(new Set(await Promise.all(passwords.map(read))).size).toBe(4)
  })

  it('replaces no secret', async () => {
    make('https://chat.example', 'smtps://mail.example')
    const before = await read('app.env')
    const { status, stderr } = make('https://other.example', 'smtps://mail.example')
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('Nothing was changed.') })
    expect(await read('app.env')).toBe(before)
  })
})
