// `npm run bench` measures the figures of docs/PERFORMANCE.md on this machine. `npm run bench -- messages` runs one benchmark;
// options behind its name are passed on to it: `npm run bench -- messages --redis --runs 5`.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

/** The options of a benchmark when all run. */
const OPTIONS_OF_ALL = { messages: ['--redis'], streams: ['--redis'] }

const all = readdirSync('tests/bench')
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))

/** Left out when all run: it measures the messages once more. */
const ALONE = ['compare']

/** The benchmarks that load pages. */
const WITH_PAGES = ['browser', 'memory', 'start']

const given = process.argv.slice(2)
const names = given.filter((word) => all.includes(word))
const options = given.filter((word) => !all.includes(word))
if (names.length === 0 && options.length > 0) {
  console.error(`Name a benchmark first: ${all.join(', ')}.`)
  process.exit(2)
}

requireNode()
prepare('client')
const wanted = names.length > 0 ? names : all.filter((name) => !ALONE.includes(name))
if (wanted.some((name) => WITH_PAGES.includes(name))) prepare('web')
for (const name of wanted) {
  console.log(`\n── ${name}`)
  const passed = names.length > 0 ? options : (OPTIONS_OF_ALL[name] ?? [])
  const { status } = spawnSync(process.execPath, [`tests/bench/${name}.bench.ts`, ...passed], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
