/**
 * Starts like `npm start` with a Node that is too old, if OLD_NODE is set, and prints the options that Node has in the end. Run
 * by a test.
 */
import { ensureNode } from '../../scripts/node-version.mjs'

if (process.env.OLD_NODE) {
  delete process.env.OLD_NODE
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })
}
await ensureNode()
process.stdout.write(process.execArgv.join(' '))
