import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

/**
 * The Node versions that run TypeScript without a build and that every package supports. On Linux x64 and arm64 a
 * dependency provides one (node_modules/.bin/node).
 */
export const NEEDED = [22, 22, 2]

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP']

function isNewEnough() {
  const version = process.versions.node.split('.').map(Number)
  const differing = NEEDED.findIndex((part, index) => part !== version[index])
  return differing === -1 || version[differing] > NEEDED[differing]
}

export function requireNode() {
  if (isNewEnough()) return
  console.error(
    `Rapport needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. Start it with "npm start", or install a newer Node from nodejs.org.`,
  )
  process.exit(1)
}

/**
 * Runs the script again with the Node of the dependency if this one is too old: a service unit does not have npm's PATH.
 * Forwards signals, and ends with the same exit code.
 */
export async function ensureNode() {
  const needed = join(import.meta.dirname, `../node_modules/node-linux-${process.arch}/bin/node`)
  if (isNewEnough() || process.platform !== 'linux' || !existsSync(needed)) return requireNode()
  const child = spawn(needed, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // Tells the server to stop when this process ends without forwarding a signal.
    env: { ...process.env, npm_lifecycle_event: process.env.npm_lifecycle_event ?? 'start' },
  })
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal))
  const [code, signal] = await new Promise((resolve) => {
    child.once('exit', (...ended) => resolve(ended))
  })
  process.exit(code ?? 128 + constants.signals[signal])
}
