import type * as z from 'zod'
import { type ContenderName, ONE_NODE } from '../contenders/contender.ts'
import { readOptions } from './read-options.ts'

/** Returns the options of this command line. Prints what is wrong with them and exits with 2 otherwise. */
export function commandOptions<Shape extends z.ZodRawShape>(
  shape: Shape,
  serversByDefault: readonly ContenderName[] = ONE_NODE,
) {
  try {
    return readOptions(process.argv.slice(2), shape, serversByDefault)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  }
}
