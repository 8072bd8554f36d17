import { resolve } from 'node:path'
import { pino } from 'pino'
import { deleteFactor } from '#server/domains/accounts/index.ts'
import { createAccountMails, createMail } from '#server/domains/mail/index.ts'
import { recordAction } from '#server/domains/moderation/index.ts'
import { borrowEmbeddedPostgres } from '#server/local/index.ts'
import { type Config, ConfigError, loadConfig } from '#server/platform/config/config.ts'
import { LOG_SERIALIZERS } from '#server/platform/logging/log.ts'
import { createSecurityLog, type SecurityEvent } from '#server/platform/logging/security-log.ts'
import { applyMigrations, type Database, openDatabase } from '#server/platform/postgres/index.ts'

const USAGE = `npm run admin -- grant <email>       makes this account an administrator
npm run admin -- moderator <email>   makes it a moderator, who decides about reports and sees no addresses
npm run admin -- revoke <email>      makes it a member again
npm run admin -- list                names them all
npm run admin -- reset-factor <email>  removes this account's two-step login and logs it out everywhere`

const ROLE_OF = { grant: 'ADMIN', moderator: 'MODERATOR', revoke: 'MEMBER' } as const
const ROLE_WORDS = { ADMIN: 'an administrator', MODERATOR: 'a moderator', MEMBER: 'a member' } as const

const isRoleCommand = (command: string | undefined): command is keyof typeof ROLE_OF =>
  command !== undefined && Object.hasOwn(ROLE_OF, command)

/** What an operator does at the machine itself, whether the server runs or not. Throws what they can mend. */
class Refused extends Error {}

async function run(
  database: Database,
  config: Config,
  [command, email = '']: readonly string[],
): Promise<string> {
  const { prisma } = database
  if (command === 'list') {
    const rows = await prisma.user.findMany({
      where: { role: { not: 'MEMBER' } },
      orderBy: [{ role: 'desc' }, { userName: 'asc' }],
    })
    const lines = rows.map(({ userName, role }) => `${userName} is ${ROLE_WORDS[role]}`)
    return lines.join('\n') || 'There is no administrator and no moderator.'
  }
  if (command === 'reset-factor' && email !== '') return resetFactor(database, config, email)
  if (!isRoleCommand(command) || email === '') throw new Refused(USAGE)
  const userName = email.trim().toLowerCase()
  const role = ROLE_OF[command]
  const userId = await prisma.$transaction(async (transaction) => {
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
    return changed.id
  })
  recordEvent({ event: 'authz_role_change', userId, reason: `command_line_${command}` })
  return `${userName} is ${ROLE_WORDS[role]} now.`
}

/** Removes the second factor of an account whose owner lost it. Running nodes notice within a minute. */
async function resetFactor({ prisma }: Database, config: Config, email: string): Promise<string> {
  const userName = email.trim().toLowerCase()
  const { user, wasOn } = await prisma.$transaction(async (transaction) => {
    const found = await transaction.user.findUnique({ where: { userName } })
    if (!found) throw new Refused(`Nobody is registered as ${userName}.`)
    const at = new Date()
    const removed = await deleteFactor(transaction, found.id)
    await transaction.session.updateMany({
      where: { userId: found.id, revokedAt: null },
      data: { revokedAt: at },
    })
    const reason = 'Two-step login was reset at the command line.'
    await recordAction(transaction, {
      kind: 'RESET_FACTOR',
      actorId: null,
      subjectId: found.id,
      reason,
      at,
    })
    return { user: found, wasOn: removed }
  })
  recordEvent({ event: 'authn_factor_removed', userId: user.id, reason: 'command_line' })
  const done = wasOn
    ? `Two-step login of ${userName} was reset, and every device was logged out.`
    : `${userName} had no two-step login; every device was logged out.`
  return `${done} ${await mailOwner(config, { email: userName, displayName: user.displayName })}`
}

/** Writes a line of the security log to standard error, apart from what the command prints for the operator. */
function recordEvent(event: SecurityEvent) {
  const log = pino({ serializers: LOG_SERIALIZERS }, pino.destination({ dest: 2, sync: true }))
  createSecurityLog(log).record(event)
}

async function mailOwner(config: Config, to: { email: string; displayName: string }): Promise<string> {
  if (!config.smtpUrl) return 'No mail was sent, as SMTP_URL is not set: tell the owner.'
  const mail = createMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, mailbox: null })
  const mails = createAccountMails({ mail, publicUrl: config.publicUrl, onError: () => undefined })
  try {
    await mails.secondFactorReset(to)
    return 'The owner was told by mail.'
  } catch {
    return 'The mail to the owner could not be sent: tell them.'
  }
}

async function main() {
  const config = loadConfig(process.env)
  const local = config.databaseUrl ? null : await borrowEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
  try {
    const url = config.databaseUrl ?? local?.url ?? ''
    await applyMigrations({ url, directory: resolve(import.meta.dirname, '../../../prisma/migrations') })
    const database = await openDatabase({ url, poolSize: 1 })
    try {
      process.stdout.write(`${await run(database, config, process.argv.slice(2))}\n`)
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
