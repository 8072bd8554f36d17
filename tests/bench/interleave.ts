import { type Contender, type ContenderName, runsOnTwoNodes } from './contenders/contender.ts'
import { createContender } from './contenders/create-contender.ts'
import { hasEjabberd } from './contenders/ejabberd/start-ejabberd.ts'
import type { Stores } from './contenders/stores.ts'
import { say } from './figures.ts'

interface Interleaving<Result> {
  /** One PostgreSQL and one Redis, which all contenders share. */
  stores: Stores
  servers: readonly ContenderName[]
  runs: number
  /** How many pairs of members each server has. */
  pairs: number
  measure(contender: Contender): Promise<Result>
}

/** The results of each contender, in the order of the runs. */
export type Results<Result> = ReadonlyMap<ContenderName, Result[]>

/**
 * Measures each contender in turn, and then again: a slow minute of the machine affects all of them. Servers on two
 * nodes are left out without Redis, and ejabberd where it is not installed.
 */
export async function interleave<Result>({
  stores,
  servers,
  runs,
  pairs,
  measure,
}: Interleaving<Result>): Promise<Results<Result>> {
  if (!stores.redisUrl)
    say('redis-server is not installed: Socket.IO runs without its adapter, and no server runs on two nodes.')
  if (servers.includes('ejabberd') && !hasEjabberd()) say('ejabberd is not installed and left out.')
  const wanted = servers.filter(
    (name) => (!runsOnTwoNodes(name) || stores.redisUrl !== null) && (name !== 'ejabberd' || hasEjabberd()),
  )
  const contenders: Contender[] = []
  const results = new Map<ContenderName, Result[]>(wanted.map((name) => [name, []]))
  try {
    for (const name of wanted) contenders.push(await createContender(name, stores, pairs))
    for (let run = 1; run <= runs; run += 1) {
      say(`run ${run} of ${runs}`)
      for (const contender of contenders) {
        await stores.checkpoint()
        results.get(contender.name)?.push(await measure(contender))
      }
    }
  } finally {
    for (const contender of contenders) await contender.close()
  }
  return results
}
