// `npm run restore`: see docs/operations/backup.md.
import { spawnSync } from 'node:child_process'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
prepare('client')
const command = ['server/transports/command/restore-command.ts', ...process.argv.slice(2)]
process.exit(spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1)
