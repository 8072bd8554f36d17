import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../kit/redis-server.ts'
import { openRows } from '../../kit/rows.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { SHARED_ENVIRONMENT } from '../../kit/server-process.ts'
import { useStarted } from '../../kit/use-started.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const execute = promisify(execFile)

const rows = useStarted(openRows)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-commands-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Runs a command as an operator does. */
async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const done = execute(process.execPath, [`server/transports/command/${command}-command.ts`, ...args], {
    cwd: ROOT,
    env: {
      ...SHARED_ENVIRONMENT,
      DATABASE_URL: rows.url,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: folder,
      ...env,
    },
  })
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout, failure: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout,
      failure: error.stderr,
    }),
  )
}

describe('npm run backup', () => {
  it('names the backup, and says that a list of deletions is missing', async () => {
    await rows.member()
    const { code, said } = await run('backup', [])
    expect(code).toBe(0)
    const [name = ''] = await readdir(join(folder, 'backups'))
    expect(name).toMatch(/^rapport-2\d{3}-\d\d-\d\dT[\d-]+Z$/)
    expect(said).toContain(`rows are in ${join(folder, 'backups', name)}`)
    expect(said).toContain('TOMBSTONES is not set')
  })

  it('says in one sentence why it cannot run, without the password of the database', async () => {
    const port = await freePort()
    const unreachable = await run('backup', [], {
      DATABASE_URL: `postgres://someone:very-secret@127.0.0.1:${port}/chat`,
    })
    expect(unreachable).toMatchObject({ code: 1, said: '' })
    expect(unreachable.failure).toContain(
      `Cannot reach the database at 127.0.0.1:${port}/chat (DATABASE_URL)`,
    )
    const file = join(folder, 'file')
    await writeFile(file, '')
    const unwritable = await run('backup', ['--to', join(file, 'below')])
    expect(unwritable).toMatchObject({
      code: 1,
      failure: expect.stringContaining('could not be read or written'),
    })
    const wrong = await run('backup', ['--into', folder])
    expect(wrong).toMatchObject({ code: 1, failure: expect.stringContaining('--to <folder>') })
    for (const { failure } of [unreachable, unwritable, wrong])
      expect(failure).not.toMatch(/very-secret|^ {4}at /m)
  })
})

describe('npm run restore', () => {
  it('explains how to call it, and names a folder that is no backup', async () => {
    for (const args of [
      ['--erasures-since', 'yesterday'],
      ['--force', folder],
    ])
      expect(await run('restore', args)).toMatchObject({
        code: 1,
        failure: expect.stringContaining('npm run restore -- <backup>'),
      })
    const { failure } = await run('restore', [folder])
    expect(failure).toContain(`There is no complete backup in ${folder}`)
    expect(failure.trim().split('\n')).toHaveLength(1)
  })

  it('ends sessions and resets, makes orders due and repeats deletions after a restore by another tool', async () => {
    const { prisma } = rows.database
    const [asha, ben] = [await rows.member(), await rows.member()]
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
    const secret = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))
    const own = { userId: ben, expires: tomorrow }
    await prisma.session.create({ data: { ...own, id: uuidv7(), tokenHash: secret() } })
    await prisma.passwordReset.create({ data: { ...own, id: uuidv7(), tokenHash: secret() } })
    const order = {
      userId: ben,
      provider: 'paypal',
      plan: 'daily',
      currency: 'EUR',
      chargedCurrency: 'EUR',
    } as const
    for (const [providerOrderId, nextCheck] of [
      ['running', tomorrow],
      ['final', null],
    ] as const)
      await prisma.order.create({
        data: { ...order, id: uuidv7(), amount: 100, chargedAmount: 100, providerOrderId, nextCheck },
      })
    const list = await mkdtemp(join(folder, 'list-'))
    const entry = (userId: string, at: string) => `${JSON.stringify({ kind: 'erased', at, userId })}\n`
    await writeFile(
      join(list, 'host-2020-11.jsonl'),
      entry(asha, '2020-11-23T11:30:00.000Z') + entry(ben, '2020-11-22T12:00:00.000Z'),
    )

    const { code, said } = await run('restore', ['--erasures-since', '2020-11-23T12:00:00Z'], {
      TOMBSTONES: list,
    })
    expect(code).toBe(0)
    expect(said).toContain('Sessions ended: 1. Orders to check with their providers: 1.')
    expect(said).toContain('0 closed, 0 reopened and 1 erased accounts')
    expect(await prisma.session.count({ where: { revokedAt: null } })).toBe(0)
    expect(await prisma.passwordReset.count({ where: { usedAt: null } })).toBe(0)
    expect(await prisma.order.findMany({ where: { nextCheck: { gt: new Date() } } })).toEqual([])
    expect(await prisma.order.count({ where: { nextCheck: null } })).toBe(1)
    // An entry of the hour before may belong to a change that the data do not contain; an older one cannot.
    expect(await prisma.user.findMany({ where: { erasedAt: { not: null } } })).toMatchObject([{ id: asha }])
  })
})
