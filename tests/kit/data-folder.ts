import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { installPreparedCluster } from './prepared-cluster.ts'

export interface DataFolder {
  readonly path: string
  /**
   * Removes the folder, and the database that is stored elsewhere when root runs this. No server may use it any
   * more.
   */
  remove(): Promise<void>
}

/** Creates a folder for DATA_DIR. A prepared one contains a cluster with the whole schema and no rows. */
export async function createDataFolder({ isPrepared = false } = {}): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'rapport-test-'))
  if (isPrepared) await installPreparedCluster(path)
  return {
    path,
    async remove() {
      const { dataDir } = await findPostgresHome(path)
      for (const folder of [path, dirname(dataDir)])
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
