// `npm run desktop:package`: builds the installers of this system in dist/packages. `-- --release` also checks the
// settings of a release; other arguments go to electron-builder (`-- --x64 --arm64`, `-- --dir`).
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { requireNode } from './node-version.mjs'

requireNode()
const { checkRelease, readBuildSettings } = await import('../desktop/packaging/build-settings.mjs')
const { mergeUpdateInfos, missingDownloads, planPackages } = await import('../desktop/packaging/plan.mjs')

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const given = process.argv.slice(2)
const args = given.filter((one) => one !== '--release')
let settings
try {
  settings = readBuildSettings(process.env)
  if (given.length > args.length) checkRelease(process.env, version)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

for (const command of [['scripts/prepare.mjs', 'web'], ['scripts/build-desktop.mjs']]) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync('dist/packages', { recursive: true, force: true })
const runs = planPackages({ platform: process.platform, args, updateFeed: settings.updateFeed })
for (const run of runs) {
  const { status, output } = await packageWith(run.args)
  if (status === 0) continue
  const missing = missingDownloads(output, devDependencies.electron)
  if (missing) process.stderr.write(`\n${missing}`)
  process.exit(1)
}
if (runs.length > 1) gather(runs)

/** Runs electron-builder. Shows and returns its output. */
function packageWith(args) {
  return new Promise((done) => {
    const builder = spawn(process.execPath, ['node_modules/electron-builder/cli.js', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const [from, to] of [
      [builder.stdout, process.stdout],
      [builder.stderr, process.stderr],
    ])
      from.on('data', (chunk) => {
        output += chunk
        to.write(chunk)
      })
    builder.on('close', (status) => done({ status, output }))
  })
}

/** Moves the packages of all runs into one folder, with one update manifest for each architecture. */
function gather(runs) {
  mkdirSync('dist/packages', { recursive: true })
  const infos = new Map()
  for (const { output } of runs)
    for (const name of readdirSync(output)) {
      if (/^latest.*\.yml$/.test(name)) {
        const info = parseUpdateInfo(readFileSync(join(output, name), 'utf8'), name, name)
        infos.set(name, [...(infos.get(name) ?? []), info])
      } else if (/\.(AppImage|deb|blockmap)$/.test(name))
        renameSync(join(output, name), join('dist/packages', name))
    }
  // JSON is valid YAML.
  for (const [name, found] of infos)
    writeFileSync(join('dist/packages', name), `${JSON.stringify(mergeUpdateInfos(found), null, 2)}\n`)
}
