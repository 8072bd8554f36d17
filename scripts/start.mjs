// `npm start`: makes what is missing and runs the server in this process.

import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
prepare('client')
prepare('web')
await import('../server/main.ts')
