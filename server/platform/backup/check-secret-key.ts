import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { opensServerSecret } from '#server/platform/postgres/index.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { BackupError } from './backup-error.ts'
import type { VerifiedBackup } from './verify-backup.ts'

const decompress = promisify(zstdDecompress)

/** @throws BackupError unless the key opens the secrets in the backup; without a key, unless it holds none */
export async function checkSecretKey(backup: VerifiedBackup, secretKey: string | null): Promise<void> {
  const secrets = await readSecrets(backup)
  if (secrets.length === 0) return
  if (secretKey === null)
    throw new BackupError(
      'A restored database needs the SECRET_KEY that it was used with. Set SECRET_KEY, or copy the file secret-key of the old DATA_DIR into the new one.',
    )
  const box = createSecretBox(secretKey)
  if (!secrets.every((secret) => opensServerSecret(box, secret)))
    throw new BackupError(
      'SECRET_KEY does not match this backup, whose database was used with another key. Set that key (local mode keeps it in DATA_DIR/secret-key).',
    )
}

async function readSecrets({ folder, manifest }: VerifiedBackup): Promise<{ name: string; value: Buffer }[]> {
  const table = manifest.tables.find(({ name }) => name === 'server_secret')
  if (!table) return []
  const text = (await decompress(await readFile(join(folder, table.file)))).toString('utf8')
  const [name, value] = [table.columns.indexOf('name'), table.columns.indexOf('value')]
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const fields = line.split('\t')
      // COPY doubles the backslash of \x, which begins the hex form of bytes.
      return { name: fields[name] ?? '', value: Buffer.from(fields[value]?.slice(3) ?? '', 'hex') }
    })
}
