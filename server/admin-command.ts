import { resolve } from 'node:path'
import { ConfigError, loadConfig } from './config.ts'
import { borrowEmbeddedPostgres } from './embedded/index.ts'
import { applyMigrations, type Database, openDatabase } from './store/index.ts'

const USAGE = `npm run admin -- grant <email>    makes this account an administrator
npm run admin -- revoke <email>   makes it a member again
npm run admin -- list             names the administrators`

/** What an operator does at the machine itself, whether the server runs or not. Throws what they can mend. */
class Refused extends Error {}

async function run({ prisma }: Database, [command, email = '']: readonly string[]): Promise<string> {
  if (command === 'list') {
    const rows = await prisma.user.findMany({ where: { role: 'ADMIN' }, orderBy: { userName: 'asc' } })
    return rows.map(({ userName }) => userName).join('\n') || 'There is no administrator.'
  }
  if ((command !== 'grant' && command !== 'revoke') || email === '') throw new Refused(USAGE)
  const userName = email.trim().toLowerCase()
  const role = command === 'grant' ? 'ADMIN' : 'MEMBER'
  const { count } = await prisma.user.updateMany({ where: { userName }, data: { role } })
  if (count === 0) throw new Refused(`Nobody is registered as ${userName}.`)
  return `${userName} is ${role === 'ADMIN' ? 'an administrator' : 'a member'} now.`
}

async function main() {
  const config = loadConfig(process.env)
  const local = config.databaseUrl ? null : await borrowEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
  try {
    const url = config.databaseUrl ?? local?.url ?? ''
    await applyMigrations({ url, directory: resolve(import.meta.dirname, '../prisma/migrations') })
    const database = await openDatabase({ url, poolSize: 1 })
    try {
      process.stdout.write(`${await run(database, process.argv.slice(2))}\n`)
    } finally {
      await database[Symbol.asyncDispose]()
    }
  } finally {
    await local?.[Symbol.asyncDispose]()
  }
}

main().catch((error: unknown) => {
  const known = error instanceof Refused || error instanceof ConfigError
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
