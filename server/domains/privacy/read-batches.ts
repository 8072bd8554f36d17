import type { ClientBase } from 'pg'

/** A message has up to 4,000 characters, so a batch stays below a few megabytes. */
const BATCH_SIZE = 200

export interface ExportRow {
  key: string
  /** The row as JSON. */
  item: string
}

/** Yields the rows of a query in batches by key, beginning after `first`. `more` are the query's further parameters. */
export async function* readBatches<Row extends ExportRow>(
  { client, userId }: { client: ClientBase; userId: string },
  sql: string,
  first: string,
  more: unknown[] = [],
) {
  let last = first
  for (;;) {
    const { rows } = await client.query<Row>(sql, [userId, last, BATCH_SIZE, ...more])
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
    last = rows[rows.length - 1]?.key ?? last
  }
}
