// `node desktop/packaging/read-fuses.mjs <program>`: reads the fuses of a packaged program, and fails when one is
// wrong.
import { getCurrentFuseWire } from '@electron/fuses'
import { FUSES, wrongFuses } from './fuses.mjs'

const [program] = process.argv.slice(2)
if (!program) {
  process.stderr.write('Say which program: node desktop/packaging/read-fuses.mjs <program>\n')
  process.exit(2)
}
const wrong = await wrongFuses(program, getCurrentFuseWire)
if (wrong.length > 0) process.stderr.write(`Wrong in ${program}: ${wrong.join(', ')}\n`)
else process.stdout.write(`All ${Object.keys(FUSES).length} fuses of ${program} are as they should be.\n`)
process.exit(wrong.length > 0 ? 1 : 0)
