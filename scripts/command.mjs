// The operator's commands on the machine itself: `npm run admin -- help`, `npm run check-config`, `npm run backup` and
// `npm run restore`. docs/operations/ explains them.
import { enterProject } from './environment.mjs'
import { ensureNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

await ensureNode()
enterProject()
prepare('client')
// The command reads its own arguments from the third on, as if it had been started itself.
const [name] = process.argv.splice(2, 1)
await import(`../server/transports/command/${name}-command.ts`)
