// `npm run conformance`: writes docs/conformance.md from the requirements in docs/conformance/ and the comments
// `// covers: <key>` above the tests, and prints what is missing.
import { existsSync, writeFileSync } from 'node:fs'
import { requireNode } from './node-version.mjs'

requireNode()
const { conformanceDocument } = await import('../tests/kit/conformance/document.ts')
const { conformanceProblems } = await import('../tests/kit/conformance/conformance-problems.ts')
const { readConformance } = await import('../tests/kit/conformance/read-conformance.ts')

const conformance = readConformance(process.cwd())
const problems = conformanceProblems(conformance, existsSync)
writeFileSync('docs/conformance.md', conformanceDocument(conformance))
if (problems.length > 0) {
  console.error(`Conformance:\n  ${problems.join('\n  ')}`)
  process.exitCode = 1
}
