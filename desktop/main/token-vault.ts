import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { ElectronModule } from './electron.ts'

const kept = z.object({
  /** The server that gave the token: no other gets to see it. */
  server: z.string(),
  encrypted: z.boolean(),
  /** In base64. */
  token: z.string(),
})

export interface TokenVault {
  read(): string | null
  /** Null removes the token. @throws when the file cannot be written */
  keep(token: string | null): void
}

/**
 * Keeps the session's token in a file of the person's own, encrypted with a key of the system: Keychain, DPAPI, or the
 * desktop's keyring. Where Linux has no keyring, Electron would use a password that stands in its source
 * (`basic_text`). The token is then written as it is, readable by this user alone, which is no less than the browser's
 * storage does; the alternative is a login at every start.
 */
export function createTokenVault({
  safeStorage,
  platform,
  file,
  address,
}: {
  safeStorage: ElectronModule['safeStorage']
  platform: NodeJS.Platform
  file: string
  address(): string
}): TokenVault {
  const encrypts = () =>
    safeStorage.isEncryptionAvailable() &&
    (platform !== 'linux' || !WITHOUT_KEYRING.has(safeStorage.getSelectedStorageBackend()))

  return {
    read() {
      try {
        const { server, encrypted, token } = kept.parse(JSON.parse(readFileSync(file, 'utf8')))
        if (server !== address()) return null
        const bytes = Buffer.from(token, 'base64')
        return encrypted ? safeStorage.decryptString(bytes) : bytes.toString('utf8')
      } catch {
        // No file, or a key that is gone: the member logs in again.
        return null
      }
    },

    keep(token) {
      if (token === null) return rmSync(file, { force: true })
      const encrypted = encrypts()
      const bytes = encrypted ? safeStorage.encryptString(token) : Buffer.from(token, 'utf8')
      const content: z.output<typeof kept> = { server: address(), encrypted, token: bytes.toString('base64') }
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

const WITHOUT_KEYRING: ReadonlySet<string> = new Set(['basic_text', 'unknown'])
