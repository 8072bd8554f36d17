import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { authResponse } from '#schema/account.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { verifyLocally } from '../kit/local-member.ts'
import { aRegistration, call } from '../kit/person.ts'
import { freePort } from '../kit/redis-server.ts'
import { BEGIN, CONFIRM, codeAt } from '../kit/second-factor.ts'
import { TEST_SECRET_KEY } from '../kit/secret-key.ts'
import { SHARED_ENVIRONMENT, startServerProcess } from '../kit/server-process.ts'
import { startSmtpServer } from '../kit/smtp-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)

describe('npm run admin', () => {
  // covers: design-admin-command
  it('grants, lists and revokes administrators, while the server runs and while it does not', async () => {
    const folder = await createDataFolder({ isPrepared: true })
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: folder.path,
      DEMO: 'off',
    }
    const admin = async (...args: string[]) => {
      const done = execute(process.execPath, ['server/transports/command/admin-command.ts', ...args], {
        cwd: ROOT,
        env: { ...SHARED_ENVIRONMENT, ...env },
      })
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
    await expect.poll(stats).toBe(200)

    expect(await admin('grant', 'nobody@example.com')).toEqual({
      code: 1,
      said: 'No account has the address or id nobody@example.com.',
    })
    for (const wrong of [[], ['grant'], ['promote', input.userName]])
      expect(await admin(...wrong)).toMatchObject({ code: 2, said: expect.stringContaining('grant <email>') })
    await server.stop()

    expect(await admin('list')).toEqual({ code: 0, said: `${input.userName} is an administrator` })
    expect((await admin('moderator', input.userName)).code).toBe(0)
    expect(await admin('list')).toEqual({ code: 0, said: `${input.userName} is a moderator` })
    expect((await admin('revoke', input.userName)).code).toBe(0)
    expect(await admin('list')).toEqual(nobody)
    await folder.remove()
  })

  // covers: beyond-reset-factor-command
  it('resets the second factor of a member, and mails them', async () => {
    const folder = await createDataFolder({ isPrepared: true })
    const smtpPort = await freePort()
    const mail = await startSmtpServer(smtpPort)
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: folder.path,
      DEMO: 'off',
      STAFF_TWO_FACTOR: 'on',
      SECRET_KEY: TEST_SECRET_KEY,
    }
    const admin = async (...args: string[]) => {
      const command = ['server/transports/command/admin-command.ts', ...args]
      const smtp = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true` }
      return execute(process.execPath, command, {
        cwd: ROOT,
        env: { ...SHARED_ENVIRONMENT, ...env, ...smtp },
      })
    }
    const server = startServerProcess(env)
    const { url } = await server.ready
    const input = aRegistration()
    const { token } = authResponse.parse((await call(url, 'POST', '/api/user', { body: input })).body)
    await verifyLocally(url, input.userName)
    const ask = async (query: string, variables: Record<string, string>) =>
      (await call(url, 'POST', '/graphql', { body: { query, variables }, token })).body.data as {
        beginSecondFactor: { secret: string }
      }
    const { beginSecondFactor } = await ask(BEGIN, { password: input.password })
    await ask(CONFIRM, { code: codeAt(beginSecondFactor.secret, Date.now()) })
    const { userName, password } = input
    const logIn = () => call(url, 'POST', '/auth', { body: { userName, password } })
    expect((await logIn()).body.code).toBe('SECOND_FACTOR_REQUIRED')

    const done = await admin('reset-factor', userName.toUpperCase())
    expect(done.stdout).toContain(`Two-step login of ${userName} was reset, and every device was logged out.`)
    expect(done.stdout).toContain('The owner was informed by mail.')
    expect(done.stderr).toContain('authn_factor_removed')
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]).toContain(userName)
    await expect.poll(async () => (await call(url, 'GET', '/api/session', { token })).status).toBe(401)
    const opened = await logIn()
    expect(opened.status).toBe(200)

    const granted = await admin('grant', userName)
    const [line = ''] = granted.stderr.split('\n').filter((text) => text.includes('"log":"security"'))
    expect(JSON.parse(line)).toMatchObject({
      event: 'authz_role_change',
      userId: opened.body.user && (opened.body.user as { id: string }).id,
      reason: 'command_line_grant',
    })
    const fresh = String((await logIn()).body.token)
    const stats = await call(url, 'GET', '/api/v1/admin/stats', { token: fresh })
    expect(stats.body.code).toBe('SECOND_FACTOR_ENROLMENT_REQUIRED')
    await expect(admin('reset-factor', 'nobody@example.com')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No account has the address or id nobody@example.com.'),
    })
    await server.stop()
    await mail[Symbol.asyncDispose]()
    await folder.remove()
  })
})
