import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../kit/database.ts'
import { CATALOGUE, type CatalogueEntry, DISTRIBUTION, isRefused } from '../../kit/distribution.ts'
import { useStarted } from '../../kit/use-started.ts'

const SCALING = readFileSync('docs/SCALING.md', 'utf8')

const database = useStarted(createTestDatabase)
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
})

describe('the placement of tables beyond one primary', () => {
  it('covers every table', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
         AND relname <> '_prisma_migrations' ORDER BY 1`,
    )
    expect(Object.keys(DISTRIBUTION).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('conflicts only with the keys and triggers that docs/SCALING.md lists, with what would change', async () => {
    const { rows } = await client.query<CatalogueEntry>(CATALOGUE)
    const refused = rows.filter(isRefused).map(({ table, name }) => `${table}.${name}`)
    const listed = [...SCALING.matchAll(/^\| `([a-z_]+\.\w+)` \|/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual(refused.sort())
  })

  it('agrees with docs/SCALING.md', () => {
    for (const [table, placement] of Object.entries(DISTRIBUTION)) {
      const by = typeof placement === 'object' ? placement.by : placement
      const line = SCALING.split('\n').find((text) => text.startsWith(`| ${by} |`))
      expect(line).toContain(`\`${table}\``)
    }
  })
})
