import { parseArgs } from 'node:util'
import { type AdminCommand, WrongUsage } from './command.ts'
import { COMMANDS } from './commands.ts'

export interface ParsedCommand {
  readonly command: AdminCommand
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string>>
  readonly json: boolean
  readonly yes: boolean
}

/** Returns the command that the words begin with; null for unknown words. */
export const commandNamed = (words: readonly string[]): AdminCommand | null =>
  COMMANDS.find(({ name }) => name === words.slice(0, 2).join(' ')) ??
  COMMANDS.find(({ name }) => name === words[0]) ??
  null

/** Reads a command line. @throws WrongUsage */
export function parseCommand(argv: readonly string[]): ParsedCommand {
  const words = argv.filter((word) => !word.startsWith('-'))
  const command = commandNamed(words)
  if (!command) throw new WrongUsage(`There is no command ${JSON.stringify(words.join(' '))}.`)
  const { positionals, values } = read(command, argv)
  const args = positionals.slice(command.name.split(' ').length)
  if (args.length !== command.args.length || args.some((arg) => arg.trim() === ''))
    throw new WrongUsage(
      `${command.name} takes ${command.args.length || 'no'} argument${command.args.length === 1 ? '' : 's'}.`,
    )
  const options = Object.fromEntries(
    [...values].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  return { command, args, options, json: values.get('json') === true, yes: values.get('yes') === true }
}

function read(command: AdminCommand, argv: readonly string[]) {
  const own = Object.keys(command.options ?? {}).map((name) => [name, { type: 'string' as const }])
  const flag = { type: 'boolean' as const }
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      options: { ...Object.fromEntries(own), json: flag, yes: flag },
      allowPositionals: true,
    })
    return { positionals, values: new Map(Object.entries(values)) }
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}
