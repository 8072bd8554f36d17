import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the operator's key, or the one in the data folder, which is generated on first use with mode 0600. Processes
 * that start together on one folder use the same key.
 */
export async function resolveSecretKey(config: {
  secretKey: string | null
  dataDir: string
}): Promise<string> {
  if (config.secretKey) return config.secretKey
  await mkdir(config.dataDir, { recursive: true })
  const file = join(config.dataDir, 'secret-key')
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // Creating a link is atomic, and fails in the second process.
    await link(fresh, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return (await readFile(file, 'utf8')).trim()
}
