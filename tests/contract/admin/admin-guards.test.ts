import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserModel } from '#server/platform/postgres/index.ts'
import { COMMANDS } from '#server/transports/command/admin/commands.ts'
import { runAdmin } from '#server/transports/command/admin/run-admin.ts'
import { startNode, type TestApp } from '../../kit/app.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { join } from '../../kit/person.ts'
import { freePort } from '../../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { type SmtpServer, startSmtpServer } from '../../kit/smtp-server.ts'

let database: TestDatabase
let node: TestApp
let smtp: SmtpServer
let env: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  node = await startNode({ databaseUrl: database.url })
  const port = await freePort()
  smtp = await startSmtpServer(port)
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
  }
})

afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

const prisma = () => node.app.context.database.prisma

/** Runs a command as the operator does. */
async function admin(args: string[], changes: Record<string, string> = {}) {
  const printed = { result: '', note: '' }
  const code = await runAdmin(
    args,
    { ...env, ...changes },
    {
      result: (text) => {
        printed.result += text
      },
      note: (text) => {
        printed.note += text
      },
    },
  )
  return { code, ...printed }
}

const readUser = (id: string): Promise<UserModel> => prisma().user.findUniqueOrThrow({ where: { id } })

describe('the guards of npm run admin', () => {
  it('changes nothing without --yes when a command takes something away', async () => {
    const person = await join(node)
    const email = 'waiting@example.com'
    const entry = { ipAddress: '127.0.0.1', userAgent: null, position: null }
    await node.app.context.admin.joinLaunchList(email, entry)
    const needing = COMMANDS.filter(({ warning }) => warning).map(({ name }) => name)
    const lines = {
      'erase request': [person.id],
      'sessions end': [person.id],
      'sessions end-all': [],
      'premium revoke': [person.id, '--reason', 'x'],
      'launch-list remove': [email],
    }
    expect(needing.sort()).toEqual(Object.keys(lines).sort())
    const before = await prisma().moderationAction.count({ where: { kind: 'OPERATOR' } })
    for (const [name, args] of Object.entries(lines))
      expect(await admin([...name.split(' '), ...args])).toMatchObject({
        ...{ code: 1, result: '' },
        note: expect.stringContaining('Repeat the command with --yes'),
      })
    expect(await prisma().moderationAction.count({ where: { kind: 'OPERATOR' } })).toBe(before)
    expect((await person.call('GET', '/api/session')).status).toBe(200)
    expect(await prisma().launchNotification.count({ where: { email } })).toBe(1)
  })

  it('audits every command except those that write their own entry or read no data of members', () => {
    const others = COMMANDS.filter(({ isAudited }) => !isAudited).map(({ name }) => name)
    expect(others.sort()).toEqual(['grant', 'list', 'moderator', 'queues', 'reset-factor', 'revoke'])
  })

  it('writes each change of a role to the audit log and to the security log', async () => {
    const person = await join(node)
    for (const name of ['moderator', 'revoke']) {
      const { code, note } = await admin([name, person.id])
      expect(code).toBe(0)
      expect(note).toContain(`"reason":"command_line_${name}"`)
    }
    const entries = await prisma().moderationAction.findMany({
      where: { subjectId: person.id },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ reason }) => reason)).toEqual([
      'Made a moderator at the command line.',
      'Made a member at the command line.',
    ])
  })

  it('writes ended sessions to the security log', async () => {
    const person = await join(node)
    const { note } = await admin(['sessions', 'end', person.id, '--yes'])
    expect(note).toContain('"event":"authn_token_revoked"')
    expect(note).toContain(person.id)
  })

  it('prints no password hash and no second factor of an account as JSON', async () => {
    const person = await join(node)
    await prisma().user.update({ where: { id: person.id }, data: { passwordHash: 'hush-hash' } })
    const factor = { secret: Buffer.from('hush-factor'), created: new Date(), confirmedAt: new Date() }
    await prisma().secondFactor.create({ data: { userId: person.id, ...factor } })
    const { userName } = await readUser(person.id)
    for (const args of [
      ['user', 'show', userName],
      ['erase', 'state', userName],
      ['user', 'find', userName],
    ]) {
      const { code, result } = await admin([...args, '--json'])
      expect(code).toBe(0)
      expect(result).toContain(userName)
      expect(result).not.toMatch(new RegExp(`hush|${factor.secret.toString('base64')}|"secret"|passwordHash`))
    }
  })

  it('drains no queue of mails without a mail server', async () => {
    for (const queue of ['decisions', 'unread', 'premium'])
      expect(await admin(['queues', 'drain', queue], { SMTP_URL: '' })).toMatchObject({
        code: 2,
        note: expect.stringContaining('SMTP_URL is not set'),
      })
  })
})
