// Makes the database client. `scripts/prepare.mjs` runs it when the schema has changed.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { numberNamesByUse } from './number-names-by-use.mjs'

const PRISMA = 'node_modules/prisma/build/index.js'
const FILE = 'server/platform/postgres/generated/internal/class.ts'
/** The names of fields, and the graph of the inputs and outputs that use them. */
const GRAPH = /strings: JSON\.parse\((".*")\),\n( *)graph: "([\w-]*)"/

const { status } = spawnSync(process.execPath, [PRISMA, 'generate'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

const source = readFileSync(FILE, 'utf8')
const [whole, names, indent, graph] = GRAPH.exec(source) ?? []
if (!whole)
  throw new Error(`${FILE} has another form: scripts/number-names-by-use.mjs explains what it saves.`)
const numbered = numberNamesByUse({ strings: JSON.parse(JSON.parse(names)), graph })
const text = `strings: JSON.parse(${JSON.stringify(JSON.stringify(numbered.strings))}),\n${indent}graph: "${numbered.graph}"`
writeFileSync(
  FILE,
  source.replace(whole, () => text),
)
