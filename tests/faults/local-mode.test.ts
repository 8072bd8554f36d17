import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authResponse } from '#schema/account.ts'
import { conversationPage } from '#schema/chat.ts'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { createDataFolder, type DataFolder } from '../kit/data-folder.ts'
import { aRegistration, call } from '../kit/person.ts'
import { freePort } from '../kit/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts'

let folder: DataFolder
let started: ServerProcess[]

beforeEach(async () => {
  folder = await createDataFolder({ isPrepared: true })
  started = []
})
/** From now on, the servers of the test set their database up themselves. */
async function useNewFolder() {
  await folder.remove()
  folder = await createDataFolder()
}
afterEach(async () => {
  // The last orderly stop also stops the database, whatever the test did before.
  for (const server of started)
    if (server.child.exitCode === null && server.child.signalCode === null) await server.stop()
  await folder.remove()
})

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    DEMO: 'off',
    // A busy machine is slow to answer the requests under way.
    SHUTDOWN_TIMEOUT: '120',
    ...env,
  })
  started.push(server)
  return server
}

const register = (url: string, input = aRegistration()) => call(url, 'POST', '/api/user', { body: input })
/**
 * A registration that the server has begun to read. `finish` sends the rest of it, and resolves with the status of the
 * answer.
 */
async function beginToRegister(url: string): Promise<{ finish(): Promise<number | undefined> }> {
  const body = JSON.stringify(aRegistration())
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const request = httpRequest(`${url}/api/user`, {
    method: 'POST',
    headers: { ...headers, expect: '100-continue' },
  })
  const answer = once(request, 'response') as Promise<[IncomingMessage]>
  // An answer before `finish` is a failure of it, not of the test process.
  answer.catch(() => undefined)
  await once(request, 'continue')
  return {
    async finish() {
      request.end(body)
      const [response] = await answer
      response.resume()
      return response.statusCode
    },
  }
}

const logIn = (url: string, { userName, password }: { userName: string; password: string }) =>
  call(url, 'POST', '/auth', { body: { userName, password } })

describe('local mode', () => {
  // covers: design-local-mode-start, design-server-restart
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'loses nothing when it is stopped by %s and started again',
    async (signal) => {
      const input = aRegistration()
      const first = await start()
      const { url } = await first.ready
      expect((await register(url, input)).status).toBe(200)
      const code = await first.stop(signal)
      if (signal !== 'SIGKILL') expect(code).toBe(0)
      const second = await start()
      expect((await logIn((await second.ready).url, input)).status).toBe(200)
    },
  )

  // covers: design-local-mode-start
  it('reports that the data folder is in use, and does not disturb the first start', async () => {
    const first = await start()
    const { url } = await first.ready
    const second = await start()
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('is in use by another server')
    expect(second.output()).not.toContain('    at ')
    expect((await call(url, 'GET', '/readyz')).status).toBe(200)
  })

  // covers: design-local-mode-start
  it('names a port that is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    const server = await start({ PORT: port })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain(`Port ${port} is in use`)
    blocker.close()
  })

  it('runs below a folder that other users cannot enter', async () => {
    await useNewFolder()
    await chmod(folder.path, 0o700)
    const server = await start()
    expect((await register((await server.ready).url)).status).toBe(200)
  })

  it('seeds the demo once, with its logins, and only into an empty database', async () => {
    const first = await start({ DEMO: 'on' })
    const { url } = await first.ready
    const password = 'Demo-pass1!'
    for (const userName of ['asha@demo.test', 'admin@demo.test'])
      expect((await logIn(url, { userName, password })).status).toBe(200)
    /** Ben's account and conversations, which a second seeding would replace or duplicate. */
    const history = async (at: string) => {
      const { token, user } = authResponse.parse(
        (await logIn(at, { userName: 'ben@demo.test', password })).body,
      )
      const { body } = await call(at, 'POST', '/api/v1/conversations', { token, body: {} })
      const conversations = conversationPage.parse(body).elements.map(({ id }) => id)
      return { id: user.id, premium: user.premiumUser, conversations }
    }
    const before = await history(url)
    expect(before).toMatchObject({
      premium: true,
      conversations: expect.arrayContaining([expect.any(String)]),
    })
    await first.stop()
    const second = await start({ DEMO: 'on' })
    expect(await history((await second.ready).url)).toEqual(before)
  })

  // covers: design-stop-during-start
  it('leaves no database running when it is stopped during the start', async () => {
    await useNewFolder()
    const server = await start()
    const { dataDir } = await findPostgresHome(folder.path)
    const databaseRuns = () => existsSync(join(dataDir, 'postmaster.pid'))
    // The database is set up first, which takes long on a busy machine.
    await expect.poll(databaseRuns, { interval: 5, timeout: 240_000 }).toBe(true)
    expect(await server.stop()).toBe(0)
    expect(databaseRuns()).toBe(false)
  })

  // covers: beyond-stop-completes-requests
  it('answers running requests before it stops, and is not ready any more', async () => {
    const server = await start({ PROOF_OF_WORK: 'off' })
    const { url } = await server.ready
    const begun = await Promise.all(Array.from({ length: 3 }, () => beginToRegister(url)))
    server.child.kill('SIGTERM')
    // The server accepts no connection any more, so the signal has arrived.
    await expect.poll(() => call(url, 'GET', '/readyz').then(({ status }) => status, String)).not.toBe(200)
    const statuses = await Promise.all(begun.map(({ finish }) => finish()))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(await server.exited).toBe(0)
  })
})

describe('an uncaught error', () => {
  const thrower =
    "data:text/javascript,process.on('SIGUSR2', () => { setTimeout(() => { throw new Error('out of the blue') }) })"

  // covers: beyond-uncaught-error
  it('appears in the log with its stack, and running requests are answered before the process ends', async () => {
    const server = await start({ PROOF_OF_WORK: 'off', NODE_OPTIONS: `--import "${thrower}"` })
    const { url } = await server.ready
    const begun = await beginToRegister(url)
    server.child.kill('SIGUSR2')
    await expect.poll(() => server.output()).toContain('out of the blue')
    expect(await begun.finish()).toBe(200)
    expect(await server.exited).toBe(1)
    const line: unknown = JSON.parse(/^\{.*out of the blue.*$/m.exec(server.output())?.[0] ?? '{}')
    expect(line).toMatchObject({
      level: 60,
      error: { stack: expect.stringContaining('data:text/javascript') },
    })
    const again = await start()
    expect((await call((await again.ready).url, 'GET', '/readyz')).status).toBe(200)
  })
})

describe('the settings at start', () => {
  // covers: design-settings-errors-together
  it('fail together, and every wrong one is reported with the expected values', async () => {
    const server = await start({ PORT: 'many', REDIS_URL: 'http://nowhere', LOG_LEVEL: 'loud' })
    expect(await server.exited).toBe(1)
    for (const name of ['PORT=many', 'REDIS_URL=http://nowhere', 'LOG_LEVEL=loud'])
      expect(server.output()).toContain(name)
    expect(server.output()).toContain('expected redis://')
    expect(server.output()).not.toContain('    at ')
  })

  it('cannot include local mode, the mailbox or the demo in production', async () => {
    const server = await start({ NODE_ENV: 'production', DEMO: 'on' })
    expect(await server.exited).toBe(1)
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL', 'DEMO=on'])
      expect(server.output()).toContain(name)
  })
})
