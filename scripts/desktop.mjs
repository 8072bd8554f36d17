// `npm run desktop`: runs the desktop app against the server of PUBLIC_URL. `npm run desktop -- test` and
// `npm run desktop:test` test it with Playwright.
import { spawnSync } from 'node:child_process'
import { electronRuntime } from './electron-runtime.mjs'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
const { isStrict } = await import('../tests/kit/strict.ts')
const testing = process.argv[2] === 'test'
const runtime = electronRuntime()
if (!runtime) {
  console.log(
    "Electron's runtime is not installed: npm brings its package without it. Run this once, with access to github.com:\n\n  npx install-electron\n",
  )
  if (testing) console.log('Skipped: the tests of the desktop app, which need it.')
  process.exit(testing && !isStrict() ? 0 : 1)
}
if (testing) {
  prepare('client')
  prepare('web')
  prepare('desktop')
  process.exit(run('node_modules/.bin/playwright', ['test', '--config', 'playwright.desktop.config.ts']))
}
prepare('web')
run(process.execPath, ['scripts/build-desktop.mjs'])
process.exit(run(runtime, ['dist/desktop', ...process.argv.slice(2)]))

function run(command, args) {
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1
}
