/**
 * `npm run attacks`: attacks a server and prints what holds. Without an address it starts this code's server, and with
 * `--code <directory>` that of another checkout, on data of its own. A server given by its address should run in local
 * mode with DEMO=on, TRUST_PROXY=on, STAFF_TWO_FACTOR=on and the built web app.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createDataFolder } from '../kit/data-folder.ts'
import { ACCOUNT_ATTACKS, OPERATOR_ADDRESS } from './accounts.ts'
import type { Attack, Finding, Target } from './attack.ts'
import { EDGE_ATTACKS } from './edge.ts'
import { LOAD_ATTACKS } from './load.ts'
import { LOGIN_ATTACKS } from './logins.ts'
import { MEMORY_ATTACKS } from './memory.ts'
import { MODERATION_ATTACKS } from './moderation.ts'
import { NEARBY_ATTACKS } from './nearby.ts'
import { PRESENCE_ATTACKS } from './presence.ts'
import { PRIVACY_ATTACKS } from './privacy.ts'
import { SOCKET_ATTACKS } from './sockets.ts'
import { START_ATTACKS, startServer } from './started-server.ts'

const ATTACKS: Attack[] = [
  ...EDGE_ATTACKS,
  ...SOCKET_ATTACKS,
  ...MEMORY_ATTACKS,
  ...ACCOUNT_ATTACKS,
  ...LOGIN_ATTACKS,
  ...MODERATION_ATTACKS,
  ...NEARBY_ATTACKS,
  ...PRESENCE_ATTACKS,
  ...PRIVACY_ATTACKS,
  ...LOAD_ATTACKS,
]

interface Row extends Finding {
  item: number
  name: string
  expected: string
}

type Named = Omit<Row, 'seen' | 'holds'>

/** An attack that cannot be carried out shows nothing, so it does not count as held. */
async function rowOf({ item, name, expected }: Named, finding: () => Promise<Finding>): Promise<Row> {
  const { seen, holds } = await finding().catch((error: unknown) => ({
    seen: `could not be tried: ${error instanceof Error ? error.message : error}`,
    holds: false,
  }))
  process.stderr.write(`${holds ? 'holds' : 'open '}  ${item}  ${name}: ${seen}\n`)
  return { item, name, expected, seen, holds }
}

async function attack(target: Target): Promise<Row[]> {
  const rows: Row[] = []
  for (const one of ATTACKS) rows.push(await rowOf(one, () => one.run(target)))
  return rows
}

async function startAndAttack(directory: string): Promise<Row[]> {
  const data = await createDataFolder()
  const apart = await createDataFolder()
  try {
    const { server, told } = await startServer(directory, {
      DATA_DIR: data.path,
      DEMO: 'on',
      TRUST_PROXY: 'on',
      STAFF_TWO_FACTOR: 'on',
      ADMIN_EMAILS: OPERATOR_ADDRESS,
    })
    if (!server) throw new Error(`the server did not start:\n${told}`)
    const rows = await attack(server).finally(() => server.stop())
    for (const one of START_ATTACKS) {
      const dataDir = one.name.includes('demo') ? data.path : apart.path
      rows.push(await rowOf(one, () => one.run(directory, dataDir)))
    }
    return rows
  } finally {
    await data.remove()
    await apart.remove()
  }
}

function print(rows: readonly Row[]) {
  const cells = [
    ['item', 'attack', 'expected', 'seen', ''],
    ...[...rows]
      .sort((one, other) => one.item - other.item)
      .map(({ item, name, expected, seen, holds }) => [
        String(item),
        name,
        expected,
        seen,
        holds ? 'holds' : 'OPEN',
      ]),
  ]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  process.stdout.write(`${[lines[0], rule, ...lines.slice(1)].join('\n')}\n`)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { code: { type: 'string', default: resolve(import.meta.dirname, '../..') } },
})
const [url] = positionals
const rows = url
  ? await attack({ url: new URL(url).origin, output: null })
  : await startAndAttack(values.code)
print(rows)
process.exit(rows.every(({ holds }) => holds) ? 0 : 1)
