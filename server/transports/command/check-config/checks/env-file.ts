import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { SETTINGS } from '#server/platform/config/settings.ts'
import { type Check, result } from '../check.ts'

/** Names of `.env` that are for Node or npm. */
const FOREIGN = /^(NODE_|npm_|TZ$|PATH$|HOME$)/

/** Finds names in `.env` that are no setting, such as a misspelled one. */
export const checkEnvFile: Check = async ({ directory, environment }) => {
  const set = Object.keys(SETTINGS).filter((name) => environment[name]?.trim())
  const settings = result('ok', 'settings', `${set.length} set: ${set.join(', ') || 'none'}`)
  const text = await readFile(join(directory, '.env'), 'utf8').catch(() => null)
  if (text === null) return [settings, result('off', '.env', 'there is no such file')]
  const unknown = Object.keys(parseEnv(text)).filter(
    (name) => !Object.hasOwn(SETTINGS, name) && !FOREIGN.test(name),
  )
  return [
    settings,
    unknown.length > 0
      ? result('warning', '.env', `these names are no settings: ${unknown.join(', ')}`)
      : result('ok', '.env', 'it was read; variables of the environment have precedence'),
  ]
}
