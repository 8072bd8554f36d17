import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { findProgram } from './find-program.ts'
import { freePort } from './redis-server.ts'

export interface PgBouncer {
  /** Returns the address of a database through the pooler. */
  through(url: string): string
  [Symbol.asyncDispose](): Promise<void>
}

export interface PgBouncerOptions {
  postgresUrl: string
  /** Connections to PostgreSQL for each database. */
  poolSize: number
}

/** The configuration of a pooler in transaction mode, with the settings that docs/operations/database.md names. */
const configuration = ({ postgresUrl, poolSize, port }: PgBouncerOptions & { port: number }) => {
  const { hostname, port: postgresPort, username, password } = new URL(postgresUrl)
  return `[databases]
* = host=${hostname} port=${postgresPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`
}

/** Starts PgBouncer in transaction mode. Returns null where it is not installed. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer | null> {
  const program = findProgram('pgbouncer')
  if (!program) return null
  const folder = await mkdtemp(join(tmpdir(), 'rapport-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, configuration({ ...options, port }), { mode: 0o600 })
  // Like PostgreSQL, it refuses to run as root.
  const { user } = await findPostgresHome(join(folder, 'home'))
  if (user) {
    await chmod(folder, 0o711)
    await chown(file, user.uid, user.gid)
  }
  const child = spawn(program, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stderr) {
    output += String(chunk)
    if (output.includes('process up')) break
  }
  if (!output.includes('process up')) throw new Error(`pgbouncer did not start: ${output}`)
  return {
    through(url) {
      const address = new URL(url)
      address.port = String(port)
      return address.href
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
