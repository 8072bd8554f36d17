import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../kit/redis-server.ts'
import { userOf, XMPP } from '../../driver/xmpp-wire.ts'
import { type Contender, countStored } from '../contender.ts'
import { numberedPair } from '../numbered-pair.ts'
import type { Stores } from '../stores.ts'
import { ejabberdSettings } from './ejabberd-settings.ts'
import { startEjabberd } from './start-ejabberd.ts'

/** The tables of Debian's package. */
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql'
/** Both members have a copy of each message. */
const COPIES = 2

/** Prepares ejabberd with this many pairs. @throws Error where it is not installed */
export async function createEjabberd(stores: Stores, pairs: number): Promise<Contender> {
  const databaseUrl = await stores.createDatabase('ejabberd')
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query(await readFile(SCHEMA, 'utf8'))
  await pool.query(
    `INSERT INTO users (username, password) SELECT $1 || i, $2 FROM generate_series(1, $3::int) i`,
    [userOf(''), XMPP.password, 2 * pairs],
  )
  const folder = await mkdtemp(join(tmpdir(), 'rapport-ejabberd-'))
  const port = await freePort()
  const settings = join(folder, 'ejabberd.yml')
  await writeFile(settings, ejabberdSettings(port, new URL(databaseUrl)))
  return {
    name: 'ejabberd',
    pairs: Array.from({ length: pairs }, (_, index) => numberedPair(index)),
    async start() {
      const process = await startEjabberd({ folder, settings, port })
      return {
        processes: [process],
        load: { wire: 'xmpp', sendTo: process.url, receiveFrom: process.url },
      }
    },
    async stored(beginning) {
      const { rows, messages } = await countStored(pool, 'archive', beginning, 'txt')
      return { rows: rows / COPIES, messages }
    },
    async close() {
      await pool.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
