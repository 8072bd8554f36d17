// `npm run dev`: restarts the server when its files change, and rebuilds the web app when its files change.
import { spawn } from 'node:child_process'
import { enterProject } from './environment.mjs'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
enterProject()
prepare('client')
prepare('web')
const children = [
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--watch', '--logLevel', 'warn'], {
    stdio: 'inherit',
  }),
  spawn(
    process.execPath,
    ['--watch-path=server', '--watch-path=schema', '--watch-preserve-output', 'server/main.ts'],
    {
      stdio: 'inherit',
    },
  ),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.once('exit', stop)
