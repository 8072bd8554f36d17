// `npm start`: builds what is missing and runs the server in this process.
import module from 'node:module'
import { join } from 'node:path'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
// From the second start on, cached compiled modules save a third of the processor time.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/rapport/compiled'))
prepare('client')
prepare('web')
await import('../server/main.ts')
