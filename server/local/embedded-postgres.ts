import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { findPostgresHome, type PostgresHome } from './postgres-home.ts'
import { run } from './run.ts'

const SUPERUSER = 'rapport'
/** The advisory lock of the process that uses the data folder. */
const OWNER_LOCK = 7_268_417

export interface EmbeddedPostgres {
  readonly url: string
  readonly dataDir: string
  /** Says where the data is if it cannot be in the data folder; otherwise empty. */
  readonly note: string
  [Symbol.asyncDispose](): Promise<void>
}

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another server. Stop that server, or set DATA_DIR to another folder.`,
    )
    this.name = 'DataFolderInUse'
  }
}

/**
 * Starts PostgreSQL from node_modules in the data folder, or takes over one that outlived a killed process. @throws DataFolderInUse
 */
export async function startEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  const home = await findPostgresHome(dataDir)
  if (!(await exists(join(home.dataDir, 'PG_VERSION')))) await initialise(home)
  const url = await urlOf(home, (await runningPort(home)) ?? (await start(home)))

  const owner = new pg.Client({ connectionString: url })
  // The connection breaks when the server stops first, and the lock is then not needed.
  owner.on('error', () => undefined)
  await owner.connect()
  const { rows } = await owner.query<{ owned: boolean }>('SELECT pg_try_advisory_lock($1) AS owned', [
    OWNER_LOCK,
  ])
  if (!rows[0]?.owned) {
    await owner.end()
    throw new DataFolderInUse(dataDir)
  }
  const elsewhere = home.dataDir !== resolve(dataDir, 'postgres')
  return {
    url,
    dataDir: home.dataDir,
    note: elsewhere ? `The database is in ${home.dataDir}, because its user cannot access ${dataDir}.` : '',
    async [Symbol.asyncDispose]() {
      await owner.end()
      const { code, output } = await control(home, ['stop', '-m', 'fast', '-w'])
      if (code !== 0 && (await runningPort(home)) !== null)
        throw new Error(`PostgreSQL did not stop: ${output}`)
    },
  }
}

/** Returns the database of a running local mode, or starts it until it is disposed. */
export async function borrowEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<{
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}> {
  try {
    return await startEmbeddedPostgres({ dataDir })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const home = await findPostgresHome(dataDir)
    const port = await runningPort(home)
    if (port === null) throw error
    return { url: await urlOf(home, port), async [Symbol.asyncDispose]() {} }
  }
}

async function urlOf(home: PostgresHome, port: number) {
  const password = await readFile(join(dirname(home.dataDir), 'postgres.password'), 'utf8')
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
}

const exists = async (path: string) => (await stat(path).catch(() => null)) !== null

const control = (home: PostgresHome, args: readonly string[]) =>
  run(join(home.native, 'bin/pg_ctl'), ['-D', home.dataDir, ...args], {
    ...home.user,
    cwd: '/',
    daemon: args[0] === 'start',
  })

async function initialise(home: PostgresHome) {
  const parent = dirname(home.dataDir)
  await mkdir(parent, { recursive: true, mode: 0o755 })
  const unfinished = `${home.dataDir}.${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  const passwordFile = `${unfinished}.password`
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (home.user)
    for (const path of [unfinished, passwordFile]) await chown(path, home.user.uid, home.user.gid)
  const made = await run(
    join(home.native, 'bin/initdb'),
    [
      '-D',
      unfinished,
      '-U',
      SUPERUSER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--lc-messages=C',
    ],
    { ...home.user, cwd: '/' },
  )
  if (made.code !== 0) throw new Error(`PostgreSQL could not be set up: ${made.output}`)
  const passwordKept = join(parent, 'postgres.password')
  await rm(home.dataDir, { recursive: true, force: true })
  await rename(passwordFile, passwordKept)
  await chmod(passwordKept, 0o600)
  await rename(unfinished, home.dataDir)
}

/** Returns the port of a server that runs on this folder, from its pid file; null when none runs. */
async function runningPort(home: PostgresHome): Promise<number | null> {
  if ((await control(home, ['status'])).code !== 0) return null
  const lines = (await readFile(join(home.dataDir, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(lines[3])
}

async function start(home: PostgresHome): Promise<number> {
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`
  const log = join(home.dataDir, 'server.log')
  const started = await control(home, ['start', '-w', '-t', '60', '-l', log, '-o', options])
  if (started.code === 0) return port
  // A concurrent start may have been faster; use its server.
  const other = await runningPort(home)
  if (other !== null) return other
  throw new Error(
    `PostgreSQL did not start: ${started.output}\n${await readFile(log, 'utf8').catch(() => '')}`,
  )
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
