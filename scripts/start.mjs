// `npm start`: makes what is missing and runs the server in this process.
import module from 'node:module'
import { join } from 'node:path'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
// A second start reads compiled modules: it needs a third less of the processor.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/rapport/compiled'))
prepare('client')
prepare('web')
await import('../server/main.ts')
