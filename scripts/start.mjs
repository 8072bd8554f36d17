// `npm start`: makes what is missing and runs the server in this process.
import { prepare } from './prepare.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
prepare('client')
prepare('web')
await import('../server/main.ts')
