import { resolve } from 'node:path'
import { pino } from 'pino'
import { changeRole, listStaff, resetFactor } from '#server/domains/accounts/index.ts'
import { createAccountMails, createMail } from '#server/domains/mail/index.ts'
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

/** A mistake of the operator; its message is printed without a stack. */
class Refused extends Error {}

async function run(
  database: Database,
  config: Config,
  [command, email = '']: readonly string[],
): Promise<string> {
  if (command === 'list') {
    const lines = (await listStaff(database)).map(({ email: of, role }) => `${of} is ${ROLE_WORDS[role]}`)
    return lines.join('\n') || 'There is no administrator and no moderator.'
  }
  if (command === 'reset-factor' && email !== '') return resetSecondFactor(database, config, email)
  if (!isRoleCommand(command) || email === '') throw new Refused(USAGE)
  const address = addressOf(email)
  const role = ROLE_OF[command]
  const reason = `Made ${ROLE_WORDS[role]} at the command line.`
  const userId = await changeRole(database, { email: address, role, reason })
  if (userId === null) throw notRegistered(address)
  recordEvent({ event: 'authz_role_change', userId, reason: `command_line_${command}` })
  return `${address} is ${ROLE_WORDS[role]} now.`
}

/** Removes the second factor of an account whose owner lost it. Running nodes notice within a minute. */
async function resetSecondFactor(database: Database, config: Config, email: string): Promise<string> {
  const address = addressOf(email)
  const reason = 'Two-step login was reset at the command line.'
  const reset = await resetFactor(database, { email: address, reason })
  if (!reset) throw notRegistered(address)
  recordEvent({ event: 'authn_factor_removed', userId: reset.userId, reason: 'command_line' })
  const done = reset.wasOn
    ? `Two-step login of ${address} was reset, and every device was logged out.`
    : `${address} had no two-step login; every device was logged out.`
  return `${done} ${await mailOwner(config, { email: address, displayName: reset.displayName })}`
}

const addressOf = (email: string) => email.trim().toLowerCase()
const notRegistered = (address: string) => new Refused(`Nobody is registered as ${address}.`)

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
    await applyMigrations({
      url: config.database.directUrl ?? url,
      directory: resolve(import.meta.dirname, '../../../prisma/migrations'),
    })
    const database = await openDatabase({ url, poolSize: 1, pooler: config.database.pooler })
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
