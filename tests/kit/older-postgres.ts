import { globSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { run } from '#server/local/run.ts'
import { freePort } from './redis-server.ts'

/** Debian's and Ubuntu's packages of the oldest versions that the server supports. */
const PROGRAMS = '/usr/lib/postgresql/{15,16}/bin/initdb'

export interface OlderPostgres {
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Returns the program that creates a database of PostgreSQL 15 or 16; undefined where neither is installed. */
export const findOlderPostgres = (): string | undefined => globSync(PROGRAMS).sort()[0]

/** Starts PostgreSQL 15 or 16, whose program `initdb` is given. */
export async function startOlderPostgres(initdb: string): Promise<OlderPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-older-postgres-'))
  const dataDir = join(folder, 'data')
  const { user } = await findPostgresHome(join(folder, 'home'))
  await mkdir(dataDir, { mode: 0o700 })
  if (user) {
    await chmod(folder, 0o711)
    await chown(dataDir, user.uid, user.gid)
  }
  const call = async (program: string, args: readonly string[], daemon = false) => {
    const { code, output } = await run(join(dirname(initdb), program), args, { ...user, cwd: '/', daemon })
    if (code !== 0) throw new Error(`${program} failed: ${output}`)
  }
  const port = await freePort()
  await call('initdb', ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  await call('pg_ctl', ['-D', dataDir, '-w', '-o', options, 'start'], true)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      await call('pg_ctl', ['-D', dataDir, '-m', 'immediate', 'stop'])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
