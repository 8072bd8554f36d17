import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { eventually } from './eventually.ts'
import { freePort, type RedisServer, startRedis, startRedisProcess } from './redis-server.ts'

export interface WatchedRedis {
  /** The value of REDIS_URL. */
  readonly url: string
  /** Kills the primary. The replica takes over within seconds. */
  killPrimary(): Promise<void>
  stop(): Promise<void>
}

const NAME = 'rapport'
/** After this time without an answer the primary counts as dead, in milliseconds. */
const DOWN_AFTER = 1_000

/** Starts a primary, a replica and one sentinel, which decides alone. Null where redis-server is not installed. */
export async function startWatchedRedis(): Promise<WatchedRedis | null> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-sentinel-'))
  const servers: RedisServer[] = []
  const stop = async () => {
    for (const server of servers.toReversed()) await server.stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  const keep = (server: RedisServer | null) => {
    if (server) servers.push(server)
    return server
  }
  const [port, replicaPort, sentinelPort] = [await freePort(), await freePort(), await freePort()]
  const primary = keep(await startRedis(port))
  if (!primary) {
    await stop()
    return null
  }
  const replicates = ['--replicaof', `127.0.0.1 ${port}`, '--repl-diskless-sync-delay', '0']
  keep(await startRedisProcess(replicaPort, replicates))
  const file = join(folder, 'sentinel.conf')
  await writeFile(
    file,
    `sentinel monitor ${NAME} 127.0.0.1 ${port} 1
sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER}
sentinel failover-timeout ${NAME} 5000
`,
  )
  keep(await startRedisProcess(sentinelPort, [file, '--sentinel']))
  await untilReplicaIsKnown(sentinelPort)
  return {
    url: `redis+sentinel://127.0.0.1:${sentinelPort}/${NAME}`,
    killPrimary: () => primary.stop('SIGKILL'),
    stop,
  }
}

/** The sentinel learns of the replica from the primary. */
async function untilReplicaIsKnown(sentinelPort: number) {
  const sentinel = new Redis(sentinelPort, '127.0.0.1')
  try {
    await eventually(async () => {
      const replicas = await sentinel.call('SENTINEL', 'REPLICAS', NAME)
      if (!Array.isArray(replicas) || !String(replicas).includes('master-link-status,ok'))
        throw new Error('the sentinel does not know the replica')
    })
  } finally {
    sentinel.disconnect()
  }
}
