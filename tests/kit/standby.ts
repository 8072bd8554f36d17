import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { run } from '#server/local/run.ts'
import { type CampaignPostgres, startCampaignPostgres, withClient } from '../faults/campaign/postgres.ts'
import { eventually } from './eventually.ts'
import { freePort } from './redis-server.ts'

export interface ReplicatedPostgres {
  readonly primary: CampaignPostgres
  /** The address of the standby, which keeps its port. */
  readonly standbyUrl: string
  /** Stops the standby from replaying. Resolves once it has stopped: it does so before the next record, not at once. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  startStandby(): Promise<void>
  stopStandby(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Copies the folder of a running primary, as a base backup. */
async function copyRunning(primaryUrl: string, target: string): Promise<void> {
  await withClient(primaryUrl, async (client) => {
    const { rows: folders } = await client.query<{ data_directory: string }>('SHOW data_directory')
    await client.query("SELECT pg_backup_start('standby', true)")
    // Files of finished transactions may disappear while the folder is copied; `cp` of coreutils continues.
    await run('cp', ['-a', folders[0]?.data_directory ?? '', target])
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  })
}

/** A primary that counts statements, and a streaming standby of it. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await startCampaignPostgres()
  await withClient(primary.url, async (client) => {
    await client.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
    // Nothing of it has to survive a crash of this machine.
    await client.query('ALTER SYSTEM SET fsync = off')
    await client.query('CREATE EXTENSION pg_stat_statements')
  })
  await primary.restart('fast')
  const { native, user } = await findPostgresHome(primary.folder)
  const dataDir = `${primary.dataDir}-standby`
  const port = await freePort()
  const standbyUrl = new URL(primary.url)
  standbyUrl.port = String(port)
  await copyRunning(primary.url, dataDir)
  const { hostname, port: from, username, password } = new URL(primary.url)
  const source = `host=${hostname} port=${from} user=${username} password=${password}`
  await appendFile(join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  await writeFile(join(dataDir, 'standby.signal'), '')
  for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(dataDir, file), { force: true })
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, dataDir])

  async function control(...args: string[]) {
    const daemon = args[0] === 'start'
    const result = await run(join(native, 'bin/pg_ctl'), ['-D', dataDir, '-w', ...args], {
      ...user,
      cwd: '/',
      daemon,
    })
    if (result.code !== 0) throw new Error(`the standby did not ${args[0]}: ${result.output}`)
  }
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`
  const startStandby = () => control('start', '-l', join(dataDir, 'server.log'), '-o', options)
  const stopStandby = () => control('stop', '-m', 'fast')
  await startStandby()
  return {
    primary,
    standbyUrl: standbyUrl.href,
    pauseReplay: () =>
      withClient(standbyUrl.href, async (client) => {
        await client.query('SELECT pg_wal_replay_pause()')
        await eventually(async () => {
          const { rows } = await client.query<{ state: string }>(
            'SELECT pg_get_wal_replay_pause_state() AS state',
          )
          expect(rows[0]?.state).toBe('paused')
        })
      }),
    resumeReplay: () =>
      withClient(
        standbyUrl.href,
        async (client) => void (await client.query('SELECT pg_wal_replay_resume()')),
      ),
    startStandby,
    stopStandby,
    async [Symbol.asyncDispose]() {
      await stopStandby().catch(() => undefined)
      await primary[Symbol.asyncDispose]()
    },
  }
}

/** Returns how often a server ran statements that contain a text, since `forgetStatements`. */
export const countStatements = (url: string, text: string): Promise<number> =>
  withClient(url, async (client: pg.Client) => {
    const { rows } = await client.query<{ calls: number }>(
      'SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_statements WHERE position($1 IN query) > 0',
      [text],
    )
    return rows[0]?.calls ?? 0
  })

export const forgetStatements = (url: string) =>
  withClient(url, (client) => client.query('SELECT pg_stat_statements_reset()'))
