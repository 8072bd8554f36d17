import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Does what npm does before a script: works in the project's folder, so relative paths in settings mean the same wherever
 * the command was started. Reads `.env` there, if it exists. A variable of the environment has precedence.
 */
export function enterProject() {
  process.chdir(root)
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if (error.code === 'ENOENT') return
    console.error(`The settings in ${join(root, '.env')} cannot be read: ${error.code ?? error.message}.`)
    process.exit(1)
  }
}
