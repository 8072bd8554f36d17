// `npm run bench`: measures the figures of the design on this machine. `npm run bench -- match` runs one benchmark.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
prepare('client')
prepare('web')
const wanted = process.argv.slice(2)
const all = readdirSync('tests/bench')
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
for (const name of all.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(process.execPath, [`tests/bench/${name}.bench.ts`], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
