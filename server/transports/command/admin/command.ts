import type { FoundAccount } from '#server/domains/accounts/index.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { SecurityEvent } from '#server/platform/logging/security-log.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { CommandDomains } from './open-domains.ts'

/** A mistake of the operator, or a refusal. The message is printed without a stack. */
export class Refused extends Error {}

/** A wrong command line. The help is printed with it. */
export class WrongUsage extends Refused {}

export interface CommandContext {
  readonly config: Config
  readonly database: Database
  /** Opens the domains at the first call. They need the server's settings: SECRET_KEY and REDIS_URL. */
  domains(): Promise<CommandDomains>
  /** Writes a line of the security log to standard error. */
  recordEvent(event: SecurityEvent): void
}

export interface CommandInput {
  /** The account that the first argument names. */
  readonly account: FoundAccount | null
  /** The arguments as they were given. */
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** What a command prints: lines for a person, or the data as JSON. */
export interface CommandResult {
  readonly lines: readonly string[]
  readonly data: object
}

export interface AdminCommand {
  /** One or two words. */
  readonly name: string
  /** The names of the arguments. The first is looked up when it is `account`: an email address or an id. */
  readonly args: readonly string[]
  /** The options that take a value, each with a placeholder for it. */
  readonly options?: Readonly<Record<string, string>>
  readonly summary: string
  /** Further lines of the help. */
  readonly details?: readonly string[]
  /** Names what cannot be undone. Such a command runs with `--yes` alone. */
  readonly warning?: string
  /**
   * Whether the command is recorded in the audit log before it runs. Commands that show figures and staff alone are not;
   * neither is one whose domain records the change itself, in the same transaction.
   */
  readonly isAudited: boolean
  run(context: CommandContext, input: CommandInput): Promise<CommandResult>
}

/** Returns the account that the command is about. */
export function accountOf({ account }: CommandInput): FoundAccount {
  if (!account) throw new WrongUsage('The command needs an account: an email address or an id.')
  return account
}

/** Returns a result of one line. */
export const said = (line: string, data: object = {}): CommandResult => ({ lines: [line], data })
