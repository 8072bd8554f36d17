import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { authResponse } from '#schema/account.ts'
import { messagePage } from '#schema/chat.ts'
import { borrowEmbeddedPostgres } from '#server/local/index.ts'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { manifest as manifestModel } from '#server/platform/backup/manifest.ts'
import { annotateFigures } from '../kit/annotate-figures.ts'
import { queryOnce } from '../kit/backup.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { aRegistration, call, type Person, personOf } from '../kit/person.ts'
import { PASSWORD } from '../kit/privacy.ts'
import { freePort } from '../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../kit/secret-key.ts'
import { SHARED_ENVIRONMENT, startServerProcess } from '../kit/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)
const DELETE = 'mutation($password: String!) { deleteAccount(password: $password) }'

async function register(url: string, interests: string[]): Promise<Person> {
  const answer = await call(url, 'POST', '/api/user', { body: aRegistration({ interests }) })
  const { token, user } = authResponse.parse(answer.body)
  return personOf(url, token, user)
}

const logIn = (url: string, { user }: Person) =>
  call(url, 'POST', '/auth', { body: { userName: user.userName, password: PASSWORD } })

describe('a node that is backed up under load, killed and loses its database', () => {
  it('returns with every row of the backup after the restore, and no deleted account comes back', async (context) => {
    const [data, backups] = [
      await createDataFolder({ isPrepared: true }),
      await mkdtemp(join(tmpdir(), 'rapport-backups-')),
    ]
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: data.path,
      DEMO: 'off',
      RATE_LIMIT_FACTOR: '1000',
      SECRET_KEY: TEST_SECRET_KEY,
      PROOF_OF_WORK: 'off',
      NEW_ACCOUNT_HOURS: '0',
    }
    const run = (command: string, ...args: string[]) =>
      execute(process.execPath, [`server/transports/command/${command}-command.ts`, ...args], {
        cwd: ROOT,
        env: { ...SHARED_ENVIRONMENT, ...env },
      })
    const first = startServerProcess(env)
    const { url } = await first.ready
    const local = await borrowEmbeddedPostgres({ dataDir: data.path })
    const verify = () => queryOnce(local.url, 'UPDATE "user" SET email_verified = true')
    const people: Person[] = []
    for (const interest of ['Jazz', 'Jazz', 'Tea', 'Chess']) people.push(await register(url, [interest]))
    const [asha, ben, deleted, erased] = people as [Person, Person, Person, Person]
    await verify()
    await asha.findMatch()
    const conversationId = (await ben.findMatch()).conversation?.id ?? ''

    const acknowledged: string[] = []
    let isRunning = true
    const load = (async () => {
      for (let count = 0; isRunning; count += 1) {
        const sent = await asha.send(conversationId, `Message ${count}`).catch(() => null)
        if (sent) acknowledged.push(sent.message)
        if (count % 20 === 0) await register(url, ['Tea']).catch(() => null)
      }
    })()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    const before = acknowledged.length
    const backedUp = await run('backup', '--to', backups)
    const path = / rows are in (\S+) /.exec(backedUp.stdout)?.[1] ?? ''
    const manifest = manifestModel.parse(JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8')))

    // After the backup: one asks for deletion, the data of another are erased.
    for (const { token } of [deleted, erased])
      await call(url, 'POST', '/graphql', {
        body: { query: DELETE, variables: { password: PASSWORD } },
        token,
      })
    await queryOnce(local.url, `UPDATE "user" SET erase_after = now() WHERE id = $1`, [erased.id])
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
    first.child.kill('SIGKILL')
    await first.exited
    isRunning = false
    await load
    const second = startServerProcess(env)
    await second.ready
    const again = await borrowEmbeddedPostgres({ dataDir: data.path })
    const nameOf = async (at: string, id: string) =>
      (await queryOnce<{ user_name: string }>(at, 'SELECT user_name FROM "user" WHERE id = $1', [id]))[0]
        ?.user_name
    await expect.poll(() => nameOf(again.url, erased.id)).toContain('@deleted.invalid')
    await expect
      .poll(
        async () => (await queryOnce(again.url, 'SELECT 1 FROM "user" WHERE erased_at IS NOT NULL')).length,
      )
      .toBe(1)
    second.child.kill('SIGKILL')
    await second.exited

    // The disk with the database is lost: PostgreSQL dies, and its folder is deleted.
    const { dataDir } = await findPostgresHome(data.path)
    const [pid = ''] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => isAlive(Number(pid))).toBe(false)
    await rm(dataDir, { recursive: true, maxRetries: 20 })
    await rm(join(dirname(dataDir), 'postgres.password'), { force: true })

    const restored = await run('restore', path)
    expect(restored.stdout).toContain('2 closed, 0 reopened and 1 erased accounts')
    expect(restored.stdout).toContain('The server can start.')
    await expect(run('restore', path)).rejects.toMatchObject({
      stderr:
        'This database is not empty. Restore into a new one: an empty database for DATABASE_URL, or another DATA_DIR in local mode.\n',
    })
    const third = startServerProcess(env)
    const { url: newUrl } = await third.ready
    const after = await borrowEmbeddedPostgres({ dataDir: data.path })

    // Every message of the backup is there, and it has all that were acknowledged before it began.
    const stored = await queryOnce<{ body: string }>(after.url, 'SELECT body FROM message ORDER BY id')
    expect(stored).toHaveLength(manifest.tables.find(({ name }) => name === 'message')?.rows ?? 0)
    expect(stored.length).toBeGreaterThanOrEqual(before)
    expect(stored.map(({ body }) => body)).toEqual(stored.map((_, index) => `Message ${index}`))
    const users = manifest.tables.find(({ name }) => name === 'user')?.rows
    expect(await queryOnce(after.url, 'SELECT 1 FROM "user"')).toHaveLength(users ?? 0)

    expect(await nameOf(after.url, erased.id)).toContain('@deleted.invalid')
    expect((await logIn(newUrl, erased)).status).toBe(401)
    const dates = 'SELECT closed_at IS NOT NULL AND erase_after > now() AS deleting FROM "user" WHERE id = $1'
    expect(await queryOnce(after.url, dates, [deleted.id])).toEqual([{ deleting: true }])
    expect((await call(newUrl, 'GET', '/api/session', { token: ben.token })).status).toBe(401)
    const fresh = authResponse.parse((await logIn(newUrl, ben)).body)
    const back = personOf(newUrl, fresh.token, fresh.user)
    const page = messagePage.parse((await back.call('POST', '/api/v1/messages', { id: conversationId })).body)
    expect(page.totalElements).toBe(stored.length)
    await annotateFigures(context, { 'messages restored': stored.length, 'accounts restored': users ?? 0 })
    await third.stop()
    await data.remove()
    await rm(backups, { recursive: true })
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
