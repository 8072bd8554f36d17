import pg from 'pg'

interface Query {
  text: string
  name?: string
}

const isQuery = (input: unknown): input is Query =>
  typeof input === 'object' && input !== null && 'text' in input && typeof input.text === 'string'

/**
 * Replaces a part of every statement that contains it while the work runs, so a test can break the server on purpose.
 * @throws Error when no statement contained it
 */
export async function whileBroken<Result>(
  part: string,
  replacement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { query } = pg.Client.prototype
  const run = crypto.randomUUID().slice(0, 8)
  let broken = 0
  const broke = (input: unknown): unknown => {
    const text = isQuery(input) ? input.text : input
    if (typeof text !== 'string' || !text.includes(part)) return input
    broken += 1
    const changed = text.replaceAll(part, replacement)
    if (!isQuery(input)) return changed
    // PostgreSQL keeps a named statement under its name. The server may send the same object again after the work.
    const copy: Query = Object.assign(Object.create(Object.getPrototypeOf(input)), input)
    return Object.assign(copy, { text: changed, ...(input.name && { name: `${input.name} ${run}` }) })
  }
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, first: unknown, ...rest: unknown[]) {
      return Reflect.apply(query, this, [broke(first), ...rest])
    },
  })
  try {
    const result = await work()
    if (broken === 0) throw new Error(`no statement contains: ${part}`)
    return result
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
}
