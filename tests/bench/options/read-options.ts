import { parseArgs } from 'node:util'
import * as z from 'zod'
import { CONTENDERS, type ContenderName } from '../contenders/contender.ts'

const isContender = (name: string): name is ContenderName => CONTENDERS.some((one) => one === name)

/** @throws Error with the names that exist when one does not */
function readServers(list: string): ContenderName[] {
  const names = list.split(',')
  const unknown = names.filter((name) => !isContender(name))
  if (unknown.length > 0)
    throw new Error(
      `--servers: there is no ${unknown.map((name) => `"${name}"`).join(', ')}. The servers are ${CONTENDERS.join(', ')}.`,
    )
  return names.filter(isContender)
}

/**
 * Reads `--servers` and `--redis`, and the options of a benchmark by its schemas. Without `--servers`, these are the servers
 * given here, and with `--redis` all. @throws Error that names each option that is wrong
 */
export function readOptions<Shape extends z.ZodRawShape>(
  args: readonly string[],
  shape: Shape,
  serversByDefault: readonly ContenderName[],
) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      servers: { type: 'string' },
      redis: { type: 'boolean', default: false },
      ...Object.fromEntries(Object.keys(shape).map((name) => [name, { type: 'string' }] as const)),
    },
  })
  const { servers, redis } = z.object({ servers: z.string().optional(), redis: z.boolean() }).parse(values)
  const read = z.object(shape).safeParse(values)
  if (!read.success)
    throw new Error(
      read.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
    )
  const standard = redis ? CONTENDERS : serversByDefault
  return { ...read.data, servers: servers === undefined ? standard : readServers(servers) }
}
