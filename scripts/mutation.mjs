// `npm run test:mutation`: changes the code on purpose, a little at a time, and sees whether a test fails. npm run
// test:mutation                  the lines changed since main npm run test:mutation -- billing       one domain or
// several, whole npm run test:mutation -- --all         everything ... --force                            also tests
// mutants whose code and tests have not changed ... --minutes 20                       stops after that time; keeps
// the results, and the next run continues ... --unit                             runs only the quick unit tests; the
// next run without it tests the survivors ... --only server/transports/rest/guard.ts        within the domains, only
// these files (separated by commas) ... --sample 10                        within the domains, a tenth of the lines,
// the same each time ... --sample 10 --part 3               another tenth, of parts 0 to 9; only part 0 is recorded,
// the others are printed
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedLines } from './mutation/changes.mjs'
import { DOMAINS } from './mutation/domains.mjs'
import { sample } from './mutation/sample.mjs'
import { readReport, summarize, writeDocument } from './mutation/summary.mjs'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
const CACHE = 'node_modules/.cache/rapport/mutation'
/** The time limit for the changed lines, in minutes. */
const MINUTES = '30'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    only: { type: 'string' },
    sample: { type: 'string' },
    part: { type: 'string', default: '0' },
  },
})

/** With n, one in n blocks of lines is mutated; with null all are. */
const share = values.sample ? Number(values.sample) : null
if (share !== null && !(Number.isInteger(share) && share > 1))
  throw new Error('--sample takes a whole number above 1.')
const part = Number(values.part)
if (!(Number.isInteger(part) && part >= 0 && part < (share ?? 1)))
  throw new Error('--part takes a whole number from 0, below that of --sample.')

/** Whether to mutate whole domains rather than the changed lines. */
const isOnDemand = values.all || share !== null || positionals.length > 0

/** Samples have separate results, which a whole run does not reuse. */
const runName = (name) => (share ? `${name}.sample-${share}.${part}` : name)

const filesOf = ({ mutate }) => globSync(mutate).filter((file) => !file.endsWith('.d.ts'))

/** Returns what to mutate in each domain. */
function chooseTargets() {
  const unknown = positionals.filter((name) => !(name in DOMAINS))
  if (unknown.length > 0)
    throw new Error(
      `There is no domain ${unknown.join(', ')}. There are: ${Object.keys(DOMAINS).join(', ')}.`,
    )
  const changed = isOnDemand ? [] : changedLines()
  const only = values.only?.split(',')
  const all = Object.values(DOMAINS).flatMap(filesOf)
  const missing = only?.filter((file) => !all.includes(file)) ?? []
  if (missing.length > 0) throw new Error(`No domain has ${missing.join(', ')}.`)
  return Object.entries(DOMAINS).flatMap(([name, domain]) => {
    if (positionals.length > 0 && !positionals.includes(name)) return []
    const files = filesOf(domain).filter((file) => !only || only.includes(file))
    const mutate = linesOf(files, changed)
    return mutate.length > 0 ? [{ name, domain, mutate, whole: isOnDemand && !only && part === 0 }] : []
  })
}

/** Returns the parts of these files to mutate: a sample, all lines, or the changed lines. */
function linesOf(files, changed) {
  if (share) return sample(files, share, part)
  if (isOnDemand) return files
  return changed
    .filter(({ file }) => files.includes(file))
    .map(({ file, lines }) => (lines ? `${file}:${lines}` : file))
}

/** Runs Stryker on one domain. Resolves to false if it failed. */
function runStryker({ name, domain, mutate }, env, milliseconds) {
  const args = [
    'run',
    'stryker.config.mjs',
    '--mutate',
    mutate.join(','),
    ...(values.force ? ['--force'] : []),
  ]
  const tests = values.unit ? domain.tests.filter((test) => test.startsWith('tests/unit/')) : domain.tests
  return new Promise((resolve) => {
    const child = spawn(join('node_modules/.bin', 'stryker'), args, {
      stdio: 'inherit',
      env: { ...process.env, ...env, MUTATION_DOMAIN: runName(name), MUTATION_TESTS: JSON.stringify(tests) },
    })
    const limit = milliseconds === null ? undefined : setTimeout(() => child.kill('SIGINT'), milliseconds)
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      clearTimeout(limit)
      resolve(code === 0)
    })
  })
}

function record({ name, domain, whole }, isFinished) {
  const report = readReport(join(CACHE, `${runName(name)}.incremental.json`))
  if (!report) return
  const summary = summarize(report)
  writeFileSync(join(CACHE, `${runName(name)}.summary.json`), JSON.stringify(summary, null, 2))
  if (whole && isFinished)
    writeDocument(name, summary, {
      aim: domain.aim,
      share,
      tests: values.unit ? 'unit' : 'all',
      date: new Date().toISOString().slice(0, 10),
    })
  const { killed, timeout, survived, noCoverage, invalid, score } = summary
  console.log(
    `\n${name}${isFinished ? '' : ' (so far)'}: ${score ?? '–'} % (aim ${domain.aim} %): ${killed} killed, ${timeout} timed out, ${survived} survived, ${noCoverage} reached by no test, ${invalid} invalid`,
  )
}

const targets = chooseTargets()
if (targets.length === 0) {
  console.log('No line that is mutated has changed since main.')
  process.exit(0)
}
prepare('client')
mkdirSync(CACHE, { recursive: true })
// All test processes share this database server; otherwise each would start its own.
const { startTestServers } = await import('../tests/kit/test-servers.ts')
const servers = await startTestServers()
const env = { TEST_POSTGRES_URL: servers.postgresUrl, TEST_REDIS_URL: servers.redisUrl ?? '' }
const minutes = values.minutes ?? (isOnDemand ? null : MINUTES)
const deadline = minutes === null ? null : Date.now() + Number(minutes) * 60_000
const unfinished = []
try {
  for (const target of targets) {
    const left = deadline === null ? null : deadline - Date.now()
    const isFinished = (left === null || left > 0) && (await runStryker(target, env, left))
    if (!isFinished) unfinished.push(target.name)
    record(target, isFinished)
  }
} finally {
  await servers.stop()
}
if (unfinished.length > 0) console.error(`\nNot finished: ${unfinished.join(', ')}.`)
process.exit(unfinished.length > 0 ? 1 : 0)
