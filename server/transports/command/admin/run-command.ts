import { storedEmail } from '#schema/email.ts'
import { findAccount } from '#server/domains/accounts/index.ts'
import { recordCommand } from '#server/domains/moderation/index.ts'
import { type CommandContext, type CommandResult, Refused } from './command.ts'
import type { ParsedCommand } from './parse-command.ts'

/** Arguments that name a person are not written to the audit log, which outlives the account. */
const PERSONAL = new Set(['account', 'email', 'text'])

/** Finds the account, asks for the confirmation, writes the audit log and runs the command. @throws Refused */
export async function runCommand(context: CommandContext, parsed: ParsedCommand): Promise<CommandResult> {
  const { command, args, options, yes } = parsed
  const named = command.args[0] === 'account' ? (args[0] ?? '') : null
  const account = named === null ? null : await findAccount(context.database, named)
  if (named !== null && !account) throw new Refused(`No account has the address or id ${storedEmail(named)}.`)
  if (command.warning && !yes)
    throw new Refused(`${command.warning} Repeat the command with --yes to confirm.`)
  if (command.isAudited)
    await recordCommand(context.database, { command: auditText(parsed), subjectId: account?.id ?? null })
  return command.run(context, { account, args, options })
}

/** Returns the command line without what names a person. */
function auditText({ command, args, options }: ParsedCommand): string {
  const shown = args.filter((_, index) => !PERSONAL.has(command.args[index] ?? ''))
  const named = Object.entries(options).map(([name, value]) => `--${name} ${value}`)
  return [command.name, ...shown, ...named].join(' ')
}
