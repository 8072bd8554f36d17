// Runs tests on another date: `npm run test:date -- <date> [arguments of vitest]`; all of `npm test` without arguments.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { installed } from './install-program.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
const { shiftedClock } = await import('../tests/kit/shifted-clock.ts')
const { dateOfTonight, secondsTo } = await import('../tests/kit/test-dates.ts')

const [asked = 'tonight', ...args] = process.argv.slice(2)
const { date, zone } =
  asked === 'tonight' ? dateOfTonight(Date.now()) : { date: asked, zone: process.env.TZ ?? 'UTC' }
const seconds = secondsTo(date, Date.now())
console.log(
  `The clock of the tests begins at ${new Date(Date.now() + seconds * 1_000).toISOString()}, in ${zone}.`,
)
await installed('faketime', 'faketime')
// faketime names its shared memory by process id: what a killed process left stops a later one of another user.
for (const name of readdirSync('/dev/shm')) {
  const id = /faketime_\w+_(\d+)$/.exec(name)?.[1]
  if (!id || existsSync(`/proc/${id}`)) continue
  try {
    rmSync(`/dev/shm/${name}`)
  } catch {
    console.log(`If a server does not start, remove /dev/shm/${name}: it belongs to another user.`)
  }
}
const clock = { TZ: zone, ...shiftedClock(seconds) }

const [command, env] =
  args.length > 0
    ? [['node_modules/vitest/vitest.mjs', 'run', ...args], clock]
    : [['scripts/test.mjs'], { TEST_CLOCK: JSON.stringify(clock) }]
spawn(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...env } }).once('exit', (code) =>
  process.exit(code ?? 1),
)
