import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Stores } from '../contenders/stores.ts'

const GIGABYTE = 1_024 ** 3

/** Returns what a reader needs to know about the machine and the versions, in one line. */
export async function describeMachine(stores: Stores): Promise<string> {
  const { postgres, redis } = await stores.versions()
  const processors = cpus()
  return [
    `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'})`,
    `${(totalmem() / GIGABYTE).toFixed(0)} GB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgres}`,
    redis ? `Redis ${redis}` : 'no Redis',
    `load ${(loadavg()[0] ?? 0).toFixed(1)} before the first run`,
    new Date().toISOString().slice(0, 10),
    `commit ${commit()}`,
  ].join(', ')
}

/** The commit of the working copy, marked where files differ from it. A copy without its history has none. */
function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
