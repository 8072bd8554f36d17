// `npm run check-config`: reaches everything that the settings name, and prints what works. `--json` for programs.
import { enterProject } from './environment.mjs'
import { ensureNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

await ensureNode()
enterProject()
prepare('client')
await import('../server/transports/command/check-config-command.ts')
