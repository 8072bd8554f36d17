import type { Contender, ContenderName } from './contenders/contender.ts'
import { createContender } from './contenders/create-contender.ts'
import { type Stores, startStores } from './contenders/stores.ts'
import { say } from './figures.ts'

interface Interleaving<Result> {
  servers: readonly ContenderName[]
  runs: number
  /** How many pairs of members each server has. */
  pairs: number
  measure(contender: Contender, stores: Stores): Promise<Result>
}

/** The results of each contender, in the order of the runs. */
export type Results<Result> = ReadonlyMap<ContenderName, Result[]>

/**
 * Measures each contender in turn, and then again: a slow minute of the machine affects all of them. All share one
 * PostgreSQL and one Redis.
 */
export async function interleave<Result>({
  servers,
  runs,
  pairs,
  measure,
}: Interleaving<Result>): Promise<Results<Result>> {
  const stores = await startStores()
  if (!stores.redisUrl) say('redis-server is not installed: Socket.IO runs without its adapter.')
  const wanted = servers.filter((name) => name !== 'rapport-redis' || stores.redisUrl !== null)
  const contenders: Contender[] = []
  const results = new Map<ContenderName, Result[]>(wanted.map((name) => [name, []]))
  try {
    for (const name of wanted) contenders.push(await createContender(name, stores, pairs))
    for (let run = 1; run <= runs; run += 1) {
      say(`run ${run} of ${runs}`)
      for (const contender of contenders) {
        await stores.checkpoint()
        results.get(contender.name)?.push(await measure(contender, stores))
      }
    }
  } finally {
    for (const contender of contenders) await contender.close()
    await stores[Symbol.asyncDispose]()
  }
  return results
}
