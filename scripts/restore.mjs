// `npm run restore`: see docs/operations/backup.md.
import { enterProject } from './environment.mjs'
import { ensureNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

await ensureNode()
enterProject()
prepare('client')
await import('../server/transports/command/restore-command.ts')
