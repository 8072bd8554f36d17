// `npm start`: builds what is missing and runs the server in this process.
import module from 'node:module'
import { useProjectEnvironment } from './environment.mjs'
import { useNeededNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

await useNeededNode()
useProjectEnvironment()
// From the second start on, cached compiled modules save a third of the processor time.
module.enableCompileCache?.('node_modules/.cache/rapport/compiled')
prepare('client')
prepare('web')
await import('../server/main.ts')
