import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { createDataFolder } from './data-folder.ts'
import { copyBuild, deployNextBuild } from './next-build.ts'
import { createNextVersion } from './next-version.ts'
import { freePort } from './redis-server.ts'
import { startServerProcess } from './server-process.ts'

export interface ServerOptions {
  demo: boolean
  /** Settings of the server, in addition to those of every test. */
  settings: Record<string, string>
  /** For files that deploy another build: the server has its own copy of the web app. */
  ownBuild: boolean
}

export interface Server {
  url: string
  /** Runs SQL in the local mode's database, for what only time or an operator can change. Returns the rows. */
  sql(text: string, values?: unknown[]): Promise<unknown[]>
  databaseUrl(): Promise<string>
  /** The output of the server so far. */
  output(): string
  /** Replaces the web app by its next build. Only with `ownBuild`. */
  deploy(): Promise<void>
}

/** Starts the built app in local mode, on its own data. */
export async function startJourneyServer({ demo, settings, ownBuild }: ServerOptions) {
  const version = ownBuild ? await createNextVersion({}) : null
  if (version) await copyBuild(version.root)
  const folder = await createDataFolder({ isPrepared: true })
  const port = String(await freePort())
  const started = startServerProcess(
    {
      PORT: port,
      DATA_DIR: folder.path,
      DEMO: demo ? 'on' : 'off',
      RATE_LIMIT_FACTOR: '1000',
      ...settings,
    },
    version ? { cwd: version.root } : {},
  )
  await started.ready
  const database = await findPostgresHome(folder.path)
  const server: Server = {
    url: `http://localhost:${port}`,
    databaseUrl: () => databaseUrlOf(database.dataDir),
    output: started.output,
    sql: async (text, values = []) => runSql(await databaseUrlOf(database.dataDir), text, values),
    async deploy() {
      if (!version) throw new Error('the server has no build of its own')
      await deployNextBuild(version.root)
    },
  }
  return {
    server,
    async stop() {
      await started.stop()
      await folder.remove()
      await version?.[Symbol.asyncDispose]()
    },
  }
}

/** The local mode's database, from the files of its data folder. */
async function databaseUrlOf(dataDir: string) {
  const password = await readFile(join(dirname(dataDir), 'postgres.password'), 'utf8')
  const port = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://rapport:${password}@127.0.0.1:${port}/postgres`
}

async function runSql(url: string, text: string, values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}
