// `npm test`: everything that can be checked, on a machine where nothing was installed by hand.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
const bin = (name) => join('node_modules/.bin', name)
const results = 'node_modules/.cache/rapport/results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const skips = []

/** Runs a program with its output shown as it comes. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function step(title, work) {
  console.log(`\n── ${title}`)
  const passed = (await work()) === 0
  total[passed ? 'passed' : 'failed'] += 1
}

const onPath = (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0

/** Debian's package where it can be installed; elsewhere its absence is said, and what needs it is skipped. */
function installed(program, debianPackage) {
  if (onPath(program)) return true
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  console.log(`Installing ${debianPackage} …`)
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', debianPackage)
  return onPath(program)
}

async function hasChromium() {
  const { findChromium } = await import('../tests/kit/chromium.ts')
  if (findChromium() || installed('chromium', 'chromium')) return true
  console.log('Installing Chromium …')
  return (await run(bin('playwright'), ['install', 'chromium'])) === 0
}

/** A run that ended before it could write its counts has failed. */
function readCounts(file, read) {
  const counts = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0 }
  for (const name of Object.keys(total)) total[name] += counts[name]
  return counts
}

prepare('client')
prepare('web')
prepare('desktop')
await step('lint', () => run('npm', ['run', '--silent', 'lint']))
await step('types', () => run(bin('tsc'), ['--noEmit']))

console.log('\n── unit, contract and fault tests')
if (!installed('redis-server', 'redis-server'))
  skips.push('no redis-server: the suites of the Redis stores and of two nodes')
const vitestResults = join(results, 'vitest.json')
const vitest = await run(bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestResults}`,
])
const vitestCounts = readCounts(vitestResults, (json) => ({
  passed: json.numPassedTests,
  // A file that could not be loaded has no failed test to count.
  failed: json.numFailedTests + (json.numFailedTests === 0 && vitest !== 0 ? 1 : 0),
  skipped: json.numPendingTests + (json.numTodoTests ?? 0),
}))

console.log('\n── browser journeys')
let playwright = 0
if (await hasChromium()) {
  const playwrightResults = join(results, 'playwright.json')
  playwright = await run(bin('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightResults,
  })
  readCounts(playwrightResults, ({ stats }) => ({
    passed: stats.expected,
    failed:
      stats.unexpected + stats.flaky + (stats.unexpected + stats.flaky === 0 && playwright !== 0 ? 1 : 0),
    skipped: stats.skipped,
  }))
} else {
  skips.push('no Chromium: the browser journeys')
  total.skipped += 1
}

for (const skip of skips) console.log(`Skipped: ${skip}.`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || vitest !== 0 || playwright !== 0 || vitestCounts.passed === 0 ? 1 : 0)
