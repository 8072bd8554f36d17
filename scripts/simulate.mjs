// `npm run simulate`: simulates matching and delivery with up to a million members online. `-- --write` renews the tables and
// figures of docs/SCALING.md. The options are in tests/bench/simulate/main.ts.
import { spawnSync } from 'node:child_process'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
prepare('client')
const { status } = spawnSync(process.execPath, ['tests/bench/simulate/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
