import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPostgresHome } from '#server/local/postgres-home.ts'

export interface DataFolder {
  readonly path: string
  /** Removes it, and the database that lies elsewhere where root runs this. Nothing may run on it any more. */
  remove(): Promise<void>
}

/** A folder for DATA_DIR, or one of its own within it. */
export async function createDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'rapport-test-'))
  return {
    path,
    async remove() {
      const { dataDir } = await findPostgresHome(path)
      for (const folder of [path, dirname(dataDir)])
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
