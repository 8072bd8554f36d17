import type { AdminCommand } from './command.ts'
import { COMMANDS } from './commands.ts'

const argumentsOf = ({ args }: AdminCommand) =>
  args.map((name) => ` <${name === 'account' ? 'email' : name}>`).join('')
const callOf = (command: AdminCommand) => `npm run admin -- ${command.name}${argumentsOf(command)}`

/** Returns the help: of all commands, or of one. */
export function helpText(command: AdminCommand | null): string {
  if (!command) {
    const width = Math.max(...COMMANDS.map((one) => callOf(one).length))
    return [
      ...COMMANDS.map((one) => `${callOf(one).padEnd(width)}  ${one.summary}`),
      '',
      'npm run admin -- help <command> explains a command. --json prints the result as JSON. An account may be named by',
      'its email address or its id. The commands need the settings of the server.',
    ].join('\n')
  }
  const options = Object.entries(command.options ?? {}).map(([name, text]) => `  --${name} <value>  ${text}`)
  return [
    `${callOf(command)}: ${command.summary}.`,
    ...(command.details ?? []),
    ...options,
    ...(command.warning ? [`  --yes  needed: ${command.warning}`] : []),
    '  --json  prints the result as JSON',
  ].join('\n')
}
