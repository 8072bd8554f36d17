import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { authResponse } from '#schema/account.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { aRegistration, call } from '../kit/person.ts'
import { freePort } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)

describe('npm run admin', () => {
  it('makes administrators, names them and takes it back, while the server runs and while it does not', async () => {
    const folder = await createDataFolder()
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(await freePort()),
      DATA_DIR: folder.path,
      DEMO: 'off',
    }
    const admin = async (...args: string[]) => {
      const done = execute(process.execPath, ['server/admin-command.ts', ...args], { cwd: ROOT, env })
      return done.then(
        ({ stdout }) => ({ code: 0, said: stdout.trim() }),
        (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr.trim() }),
      )
    }

    const server = startServerProcess(env)
    const { url } = await server.ready
    const input = aRegistration()
    const { token } = authResponse.parse((await call(url, 'POST', '/api/user', { body: input })).body)
    const stats = async () => (await call(url, 'GET', '/api/v1/admin/stats', { token })).status
    expect(await stats()).toBe(403)
    const nobody = { code: 0, said: 'There is no administrator and no moderator.' }
    expect(await admin('list')).toEqual(nobody)
    expect(await admin('grant', input.userName.toUpperCase())).toEqual({
      code: 0,
      said: `${input.userName} is an administrator now.`,
    })
    await expect.poll(stats, { timeout: 3_000 }).toBe(200)

    expect(await admin('grant', 'nobody@example.com')).toEqual({
      code: 1,
      said: 'Nobody is registered as nobody@example.com.',
    })
    for (const wrong of [[], ['grant'], ['promote', input.userName]])
      expect(await admin(...wrong)).toMatchObject({ code: 1, said: expect.stringContaining('grant <email>') })
    await server.stop()

    expect(await admin('list')).toEqual({ code: 0, said: `${input.userName} is an administrator` })
    expect((await admin('moderator', input.userName)).code).toBe(0)
    expect(await admin('list')).toEqual({ code: 0, said: `${input.userName} is a moderator` })
    expect((await admin('revoke', input.userName)).code).toBe(0)
    expect(await admin('list')).toEqual(nobody)
    await folder.remove()
  })
})
