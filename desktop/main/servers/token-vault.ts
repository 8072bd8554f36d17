import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { ElectronModule } from '../electron.ts'

const entry = z.object({
  /** The server that issued the token. No other server receives it. */
  server: z.string(),
  encrypted: z.boolean(),
  /** In base64. */
  token: z.string(),
})
/** Earlier versions stored a single entry. */
const file = z.union([
  z.object({ sessions: z.array(entry) }).transform(({ sessions }) => sessions),
  entry.transform((one) => [one]),
])
type Entry = z.output<typeof entry>

export interface TokenVault {
  /** Returns the token of the open server; null without one. */
  read(): string | null
  /** Stores the token of the open server. Null removes it. @throws when the file cannot be written */
  keep(token: string | null): void
  /** Removes the token of a server, open or not. @throws when the file cannot be written */
  forget(server: string): void
}

/**
 * Stores each server's session token in a file of this user, encrypted with a key of the system: Keychain, DPAPI, or
 * the desktop's keyring. On Linux without a keyring, Electron would use a password from its source code
 * (`basic_text`). The token is then stored unencrypted, readable by this user alone, as in a browser's storage. The
 * alternative would be a login at every start.
 */
export function createTokenVault({
  safeStorage,
  platform,
  file: path,
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

  function entries(): Entry[] {
    try {
      return file.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch {
      // The file is missing or invalid: the member logs in again.
      return []
    }
  }

  function write(sessions: Entry[]) {
    if (sessions.length === 0) return rmSync(path, { force: true })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.new`, JSON.stringify({ sessions }), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  const without = (server: string) => entries().filter((one) => one.server !== server)

  return {
    read() {
      const own = entries().find(({ server }) => server === address())
      if (!own) return null
      const bytes = Buffer.from(own.token, 'base64')
      try {
        return own.encrypted ? safeStorage.decryptString(bytes) : bytes.toString('utf8')
      } catch {
        // The key no longer exists.
        return null
      }
    },

    keep(token) {
      const server = address()
      if (token === null) return write(without(server))
      const encrypted = encrypts()
      const bytes = encrypted ? safeStorage.encryptString(token) : Buffer.from(token, 'utf8')
      write([...without(server), { server, encrypted, token: bytes.toString('base64') }])
    },

    forget: (server) => write(without(server)),
  }
}

const WITHOUT_KEYRING: ReadonlySet<string> = new Set(['basic_text', 'unknown'])
