// `npm run campaign -- --minutes 10 [--seed 1]`: runs two nodes under load while servers are killed, restarted and
// stopped.
import { spawnSync } from 'node:child_process'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
prepare('client')
const { status } = spawnSync(process.execPath, ['tests/faults/campaign/run.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
