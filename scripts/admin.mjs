// `npm run admin -- help`: the operator's commands on the machine itself.
import { enterProject } from './environment.mjs'
import { ensureNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

await ensureNode()
enterProject()
prepare('client')
await import('../server/transports/command/admin-command.ts')
