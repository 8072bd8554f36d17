import pg from 'pg'

/** What the statements of some work read: their names, or the beginning of their text, with the buffers of each. */
export type StatementCost = Map<string, number>

interface Statement {
  name: string | undefined
  text: string
  values: unknown[]
}

const EXPLAIN = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)'

const isRead = ({ text }: Statement) => /^\s*(SELECT|WITH)\b/i.test(text)

function quoted(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) {
    const items = value.map((one) =>
      one === null || one === undefined ? 'NULL' : JSON.stringify(String(one)),
    )
    return pg.escapeLiteral(`{${items.join(',')}}`)
  }
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** Runs the work, and returns the statements that it sent to the pool. */
async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const query = pool.query
  Object.assign(pool, {
    query(...input: unknown[]) {
      const [first, second] = input
      const { name, text, values } =
        typeof first === 'string' ? { text: first, values: second } : (first as Record<string, unknown>)
      const given = values ?? second
      statements.push({
        name: typeof name === 'string' ? name : undefined,
        text: String(text),
        values: Array.isArray(given) ? given : [],
      })
      return Reflect.apply(query, pool, input)
    },
  })
  try {
    await work()
  } finally {
    Object.assign(pool, { query })
  }
  return statements.filter(isRead)
}

/** Returns the plan of a statement: of a named one the plan that PostgreSQL keeps for all values. */
async function planOf(client: pg.ClientBase, { name, text, values }: Statement) {
  if (!name) return client.query<Record<string, unknown>>(`${EXPLAIN} ${text}`, values)
  await client.query('SET plan_cache_mode = force_generic_plan')
  await client.query({ name, text, values })
  const given = values.length > 0 ? `(${values.map(quoted).join(', ')})` : ''
  const plan = await client.query<Record<string, unknown>>(
    `${EXPLAIN} EXECUTE ${pg.escapeIdentifier(name)}${given}`,
  )
  await client.query('RESET plan_cache_mode')
  return plan
}

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Returns how many buffers each statement of the work touches. It does not depend on the machine or on its load. */
export async function costOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<StatementCost> {
  const statements = await statementsOf(pool, work)
  const cost: StatementCost = new Map()
  const client = await pool.connect()
  try {
    for (const statement of statements) {
      const { rows } = await planOf(client, statement)
      const [{ Plan: plan }] = Object.values(rows[0] ?? {})[0] as [{ Plan: Plan }]
      const key = statement.name ?? statement.text.replace(/\s+/g, ' ').trim().slice(0, 60)
      cost.set(key, (cost.get(key) ?? 0) + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
    }
  } finally {
    client.release()
  }
  return cost
}

export const totalOf = (cost: StatementCost): number => [...cost.values()].reduce((sum, one) => sum + one, 0)
