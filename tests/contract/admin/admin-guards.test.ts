import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTombstones } from '#server/platform/tombstones/index.ts'
import { COMMANDS } from '#server/transports/command/admin/commands.ts'
import { type AdminCommands, startAdminCommands } from '../../kit/admin-commands.ts'
import { join } from '../../kit/person.ts'

let commands: AdminCommands
beforeAll(async () => {
  commands = await startAdminCommands()
})
afterAll(() => commands[Symbol.asyncDispose]())

const admin = (...args: Parameters<AdminCommands['admin']>) => commands.admin(...args)
const readUser = (id: string) => commands.readUser(id)

describe('the guards of npm run admin', () => {
  it('changes nothing without --yes when a command takes something away', async () => {
    const person = await join(commands.node)
    const email = 'waiting@example.com'
    const entry = { ipAddress: '127.0.0.1', userAgent: null, acceptLanguage: undefined, position: null }
    await commands.node.app.context.admin.joinLaunchList(email, entry)
    const needing = COMMANDS.filter(({ warning }) => warning).map(({ name }) => name)
    const lines = {
      'erase request': [person.id],
      'sessions end': [person.id],
      'sessions end-all': [],
      'premium revoke': [person.id, '--reason', 'x'],
      'launch-list remove': [email],
    }
    expect(needing.sort()).toEqual(Object.keys(lines).sort())
    const before = await commands.prisma.moderationAction.count({ where: { kind: 'OPERATOR' } })
    for (const [name, args] of Object.entries(lines))
      expect(await admin([...name.split(' '), ...args])).toMatchObject({
        code: 1,
        result: '',
        note: expect.stringContaining('Repeat the command with --yes'),
      })
    expect(await commands.prisma.moderationAction.count({ where: { kind: 'OPERATOR' } })).toBe(before)
    expect((await person.call('GET', '/api/session')).status).toBe(200)
    expect(await commands.prisma.launchNotification.count({ where: { email } })).toBe(1)
  })

  it('audits every command except those that write their own entry or read no data of members', () => {
    const others = COMMANDS.filter(({ isAudited }) => !isAudited).map(({ name }) => name)
    expect(others.sort()).toEqual(['grant', 'list', 'moderator', 'queues', 'reset-factor', 'revoke'])
  })

  it('writes each change of a role to the audit log and to the security log', async () => {
    const person = await join(commands.node)
    for (const name of ['moderator', 'revoke']) {
      const { code, note } = await admin([name, person.id])
      expect(code).toBe(0)
      expect(note).toContain(`"reason":"command_line_${name}"`)
    }
    const entries = await commands.prisma.moderationAction.findMany({
      where: { subjectId: person.id },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ reason }) => reason)).toEqual([
      'Made a moderator at the command line.',
      'Made a member at the command line.',
    ])
  })

  it('writes ended sessions to the security log', async () => {
    const person = await join(commands.node)
    const { note } = await admin(['sessions', 'end', person.id, '--yes'])
    expect(note).toContain('"event":"authn_token_revoked"')
    expect(note).toContain(person.id)
  })

  it('prints no password hash and no second factor of an account as JSON', async () => {
    const person = await join(commands.node)
    await commands.prisma.user.update({ where: { id: person.id }, data: { passwordHash: 'hush-hash' } })
    const factor = { secret: Buffer.from('hush-factor'), created: new Date(), confirmedAt: new Date() }
    await commands.prisma.secondFactor.create({ data: { userId: person.id, ...factor } })
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

  it('notes a requested and a cancelled erasure in the list of deletions', async () => {
    const person = await join(commands.node)
    const folder = await mkdtemp(joinPath(tmpdir(), 'rapport-deletions-'))
    for (const args of [
      ['request', person.id, '--yes'],
      ['cancel', person.id],
    ])
      expect((await admin(['erase', ...args], { TOMBSTONES: folder })).code).toBe(0)
    const list = await readTombstones(folder, new Date(0))
    expect(list?.entries.map(({ kind, userId }) => [kind, userId])).toEqual([
      ['closed', person.id],
      ['reopened', person.id],
    ])
    await rm(folder, { recursive: true })
  })

  it('drains no queue of mails without a mail server', async () => {
    for (const queue of ['decisions', 'unread', 'premium'])
      expect(await admin(['queues', 'drain', queue], { SMTP_URL: '' })).toMatchObject({
        code: 2,
        note: expect.stringContaining('SMTP_URL is not set'),
      })
  })
})
