import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { run } from '#server/local/run.ts'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { createDataFolder } from '../../kit/data-folder.ts'

export interface CampaignPostgres {
  readonly url: string
  readonly dataDir: string
  /** The folder that holds everything of this server. */
  readonly folder: string
  /** `immediate` loses the server's memory, like kill -9. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** SIGSTOP or SIGCONT to the server and all of its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A PostgreSQL of the campaign, with the whole schema, which keeps its port over restarts. */
export async function startCampaignPostgres(): Promise<CampaignPostgres> {
  const folder = await createDataFolder({ isPrepared: true })
  const server = await startEmbeddedPostgres({ dataDir: folder.path })
  const { native, user } = await findPostgresHome(folder.path)
  await applyMigrations({
    url: server.url,
    directory: resolve(import.meta.dirname, '../../../prisma/migrations'),
  })

  async function processes(): Promise<number[]> {
    const [first] = (await readFile(join(server.dataDir, 'postmaster.pid'), 'utf8')).split('\n')
    const { output } = await run('ps', ['-A', '-o', 'pid=,ppid='])
    const children = output.split('\n').flatMap((line) => {
      const [pid, parent] = line.trim().split(/\s+/)
      return parent === first ? [Number(pid)] : []
    })
    return [Number(first), ...children]
  }

  return {
    url: server.url,
    dataDir: server.dataDir,
    folder: folder.path,
    async restart(mode) {
      // With the options of the first start, its port among them.
      const args = ['-D', server.dataDir, 'restart', '-w', '-t', '60', '-m', mode]
      const log = ['-l', join(server.dataDir, 'server.log')]
      const { code, output } = await run(join(native, 'bin/pg_ctl'), [...args, ...log], {
        ...user,
        cwd: '/',
        daemon: true,
      })
      if (code !== 0) throw new Error(`PostgreSQL did not restart: ${output}`)
    },
    async signal(signal) {
      for (const pid of await processes()) {
        try {
          process.kill(pid, signal)
        } catch {
          // A process that ended since then.
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

/** Runs queries on its own connection. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
