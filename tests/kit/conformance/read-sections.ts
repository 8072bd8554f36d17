import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'

/** A requirement with its key, and the paths of the files or folders that implement it. */
export interface Requirement {
  key: string
  text: string
  code: readonly string[]
}

/** The requirements of one table. Its name is the name of their file: `4.3` for `docs/conformance/4.3.yaml`. */
export interface Section {
  name: string
  requirements: readonly Requirement[]
}

const requirements = z.record(
  z.string(),
  z.strictObject({ text: z.string().min(1), code: z.array(z.string()).min(1) }),
)

/**
 * Reads the requirements of a folder, `docs/conformance`.
 * @throws Error if a file has a key twice, or a requirement without text or code
 */
export function readSections(folder: string): Section[] {
  const files = globSync('*.yaml', { cwd: folder }).sort()
  return files.map((file) => sectionOf(file, readFileSync(join(folder, file), 'utf8')))
}

function sectionOf(file: string, source: string): Section {
  try {
    const entries = Object.entries(requirements.parse(parse(source)))
    return {
      name: basename(file, '.yaml'),
      requirements: entries.map(([key, requirement]) => ({ key, ...requirement })),
    }
  } catch (error) {
    throw new Error(`${file} cannot be read`, { cause: error })
  }
}
