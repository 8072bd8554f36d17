// `npm test`: runs every check, on a machine without manual installations.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { installed } from './install-program.mjs'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
const { isStrict } = await import('../tests/kit/strict.ts')
const bin = (name) => join('node_modules/.bin', name)
/** The clock of the tests: shifted by `npm run test:date`. */
const clock = JSON.parse(process.env.TEST_CLOCK ?? '{}')
const results = 'node_modules/.cache/rapport/results'
/** Where Node caches compiled modules: hundreds of processes of a run read the same ones. */
const compiled = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/rapport/compiled') }
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, skipped: 0 }
/** The results to print at the end, after the long output of the run. */
const failures = []
const skips = []
const figures = []

/** Runs a program, and shows its output. Resolves with its exit code. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...compiled, ...env } })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function step(title, work) {
  console.log(`\n── ${title}`)
  const code = await work()
  if (code === 0) total.passed += 1
  else failures.push({ title, message: `ended with ${code}` })
}

/** The servers that some tests start, with their packages and what a run without them leaves out. */
const SERVERS = [
  {
    program: 'redis-server',
    debianPackage: 'redis-server',
    tests: 'the suites of the Redis stores and of two nodes',
  },
  { program: 'nginx', debianPackage: 'nginx', tests: 'the tests behind nginx' },
  { program: 'haproxy', debianPackage: 'haproxy', tests: 'the tests behind HAProxy' },
  { program: 'pgbouncer', debianPackage: 'pgbouncer', tests: 'the tests through PgBouncer' },
  { program: 'promtool', debianPackage: 'prometheus', tests: 'the check of the alert rules' },
]

/** Reports a check that cannot run here. A strict run (`CI`) fails. */
function missing(what) {
  if (isStrict()) failures.push({ title: 'a strict run', message: what })
  else skips.push(what)
}

async function hasChromium() {
  const { findChromium, findWholeChromium, hasHeadlessShell } = await import('../tests/kit/chromium.ts')
  // The headless shell shows no notifications and saves no passwords.
  if (!findWholeChromium()) await installed('chromium', 'chromium')
  if (hasHeadlessShell() || (await installed('chromium-headless-shell', 'chromium-headless-shell')))
    return true
  if (findChromium()) return true
  console.log('Installing Chromium …')
  return (await run(bin('playwright'), ['install', 'chromium'])) === 0
}

/** Runs tests that write a result file. A run that failed without a failed test, or ran no test, counts as a failure. */
async function suite(name, command, args) {
  const file = join(results, `${name}.json`)
  const code = await run(command, args, { RESULTS_FILE: file, ...clock })
  const {
    passed,
    skipped,
    failures: named,
    figures: measured,
  } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, skipped: 0, failures: [], figures: [] }
  total.passed += passed
  total.skipped += skipped
  failures.push(...named)
  figures.push(...measured)
  if (named.length === 0 && (code !== 0 || passed === 0))
    failures.push({ title: name, message: `ended with ${code} after ${passed} tests, none of which failed` })
}

const firstLine = (message) => stripVTControlCharacters(message.trim()).split('\n', 1)[0].slice(0, 200)

prepare('client')
// The builds use one core. These checks need only the database client, and print only problems.
const checks = [
  step('lint', () => run('npm', ['run', '--silent', 'lint'])),
  step('types', () => run(bin('tsc'), ['--noEmit'])),
]
prepare('web')
prepare('desktop')
await Promise.all(checks)

console.log('\n── unit, contract and fault tests')
for (const { program, debianPackage, tests } of SERVERS)
  if (!(await installed(program, debianPackage))) missing(`no ${program}: ${tests}`)
await suite('vitest', bin('vitest'), ['run'])

// Not beside the others: on two cores, browsers and servers that wait for each other use up what both need.
console.log('\n── browser journeys')
if (await hasChromium()) await suite('playwright', bin('playwright'), ['test'])
else {
  missing('no Chromium: the browser journeys')
  total.skipped += 1
}

console.log("\nNot part of this run: the desktop app with Electron's own runtime (npm run desktop:test).")
if (figures.length > 0) console.log(`\nFigures of the drills:\n  ${figures.join('\n  ')}`)
for (const skip of skips) console.log(`Skipped: ${skip}.`)
for (const { title, message } of failures) console.log(`\nFailed: ${title}\n${message}`)
// Repeats the result at the very end, because a log viewer may cut off the output before.
if (failures.length > 0) console.log('\nAll that failed:')
for (const { title, message } of failures) console.log(`  ${title}\n    ${firstLine(message)}`)
console.log(`\n${total.passed} passed, ${failures.length} failed, ${total.skipped} skipped`)
process.exit(failures.length > 0 ? 1 : 0)
