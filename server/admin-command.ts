import { resolve } from 'node:path'
import { ConfigError, loadConfig } from './config.ts'
import { borrowEmbeddedPostgres } from './embedded/index.ts'
import { recordAction } from './safety/index.ts'
import { applyMigrations, type Database, openDatabase } from './store/index.ts'

const USAGE = `npm run admin -- grant <email>       makes this account an administrator
npm run admin -- moderator <email>   makes it a moderator, who decides about reports and sees no addresses
npm run admin -- revoke <email>      makes it a member again
npm run admin -- list                names them all`

const ROLE_OF = { grant: 'ADMIN', moderator: 'MODERATOR', revoke: 'MEMBER' } as const
const ROLE_WORDS = { ADMIN: 'an administrator', MODERATOR: 'a moderator', MEMBER: 'a member' } as const

const isRoleCommand = (command: string | undefined): command is keyof typeof ROLE_OF =>
  command !== undefined && Object.hasOwn(ROLE_OF, command)

/** What an operator does at the machine itself, whether the server runs or not. Throws what they can mend. */
class Refused extends Error {}

async function run({ prisma }: Database, [command, email = '']: readonly string[]): Promise<string> {
  if (command === 'list') {
    const rows = await prisma.user.findMany({
      where: { role: { not: 'MEMBER' } },
      orderBy: [{ role: 'desc' }, { userName: 'asc' }],
    })
    const lines = rows.map(({ userName, role }) => `${userName} is ${ROLE_WORDS[role]}`)
    return lines.join('\n') || 'There is no administrator and no moderator.'
  }
  if (!isRoleCommand(command) || email === '') throw new Refused(USAGE)
  const userName = email.trim().toLowerCase()
  const role = ROLE_OF[command]
  await prisma.$transaction(async (transaction) => {
    const [changed] = await transaction.user.updateManyAndReturn({ where: { userName }, data: { role } })
    if (!changed) throw new Refused(`Nobody is registered as ${userName}.`)
    const reason = `Made ${ROLE_WORDS[role]} at the command line.`
    await recordAction(transaction, {
      kind: 'ROLE',
      actorId: null,
      subjectId: changed.id,
      reason,
      at: new Date(),
    })
  })
  return `${userName} is ${ROLE_WORDS[role]} now.`
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
