import { parseArgs } from 'node:util'
import { CONTENDERS, type ContenderName } from './contenders/contender.ts'

const isContender = (name: string): name is ContenderName => CONTENDERS.some((one) => one === name)

/** Returns the whole numbers of a list such as "8,32". @throws Error for anything else */
export function numbersOf(option: string): number[] {
  const numbers = option.split(',').map(Number)
  if (!numbers.every((number) => Number.isInteger(number) && number > 0))
    throw new Error(`expected numbers above 0 and not ${option}`)
  return numbers
}

export interface BenchOptions<Name extends string> {
  servers: ContenderName[]
  runs: number
  /** The further options, as given or by default. */
  more: Record<Name, string>
}

/**
 * Reads `--servers`, `--runs`, `--redis` and the further options of a benchmark, with their defaults. @throws Error for an
 * unknown option or server
 */
export function readOptions<Name extends string>(
  args: readonly string[],
  { runs, ...defaults }: Record<Name | 'runs', string>,
): BenchOptions<Name> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      servers: { type: 'string' },
      redis: { type: 'boolean' },
      ...Object.fromEntries(
        ['runs', ...Object.keys(defaults)].map((name) => [name, { type: 'string' }] as const),
      ),
    },
  })
  const given = (name: string, byDefault: string) => {
    const value = Object.entries(values).find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : byDefault
  }
  const standard = values.redis ? CONTENDERS : CONTENDERS.filter((name) => name !== 'rapport-redis')
  const servers = given('servers', standard.join(',')).split(',')
  const unknown = servers.filter((name) => !isContender(name))
  if (unknown.length > 0) throw new Error(`unknown servers: ${unknown}. There are ${CONTENDERS.join(', ')}.`)
  return {
    servers: servers.filter(isContender),
    runs: numbersOf(given('runs', runs))[0] ?? 1,
    more: Object.fromEntries(
      Object.entries<string>(defaults).map(([name, byDefault]) => [name, given(name, byDefault)]),
    ) as Record<Name, string>,
  }
}
