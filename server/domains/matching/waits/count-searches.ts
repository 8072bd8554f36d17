import type { Pool } from 'pg'
import { inTransaction } from '#server/platform/postgres/index.ts'
import type { EndedSearch } from '../ended-search.ts'
import type { TicketStore } from '../ticket-store.ts'
import { COUNT_COLUMNS, type CountColumn, columnOf } from './wait-counts.ts'
import type { WaitHashes } from './wait-hashes.ts'

const HOUR = 60 * 60_000
const BATCH = 1_000

/** One node counts at a time. */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('search_waits')) AS mine`
const READ_PLACE = 'SELECT place FROM search_wait_progress'
const SAVE_PLACE = `INSERT INTO search_wait_progress (id, place) VALUES (1, $1)
  ON CONFLICT (id) DO UPDATE SET place = excluded.place`
const ADD_COUNTS = `INSERT INTO search_wait (interest, hour, members, ${COUNT_COLUMNS.join(', ')})
  SELECT * FROM unnest($1::bytea[], $2::timestamptz[], $3::bigint[], ${COUNT_COLUMNS.map((_, index) => `$${index + 4}::int[]`).join(', ')})
  ON CONFLICT (interest, hour) DO UPDATE SET members = search_wait.members | excluded.members,
    ${COUNT_COLUMNS.map((column) => `${column} = search_wait.${column} + excluded.${column}`).join(', ')}`

export interface CountingContext {
  store: Pick<TicketStore, 'ended' | 'forgetEnded'>
  pool: Pool
  hashes: WaitHashes
}

/**
 * Adds the searches that ended to the counts. The counts and the place up to which they reach are written in one transaction:
 * a node that stops in between counts no search twice, and none is left out.
 */
export async function countSearches(context: CountingContext): Promise<void> {
  for (;;) {
    const place = await countBatch(context)
    if (place === null) return
    await context.store.forgetEnded(place)
  }
}

/** Returns the place of the last search of a batch that was counted; null when there was none. */
const countBatch = ({ store, pool, hashes }: CountingContext): Promise<string | null> =>
  inTransaction(pool, async (client) => {
    const { rows: locks } = await client.query<{ mine: boolean }>(TRY_LOCK)
    if (!locks[0]?.mine) return null
    const { rows: places } = await client.query<{ place: string }>(READ_PLACE)
    const ended = await store.ended(places[0]?.place ?? null, BATCH)
    const last = ended.at(-1)
    if (!last) return null
    const rows = [...rowsOf(ended, hashes).values()]
    await client.query(ADD_COUNTS, [
      rows.map(({ interest }) => hashes.interest(interest)),
      rows.map(({ hour }) => new Date(hour)),
      rows.map(({ members }) => String(members)),
      ...COUNT_COLUMNS.map((column) => rows.map(({ counts }) => counts.get(column) ?? 0)),
    ])
    await client.query(SAVE_PLACE, [last.place])
    return last.place
  })

interface CountRow {
  interest: string
  hour: number
  members: bigint
  counts: Map<CountColumn, number>
}

/** Returns one row for each interest and hour. */
function rowsOf(ended: readonly EndedSearch[], hashes: WaitHashes): Map<string, CountRow> {
  const rows = new Map<string, CountRow>()
  for (const search of ended) {
    const hour = Math.floor(search.began / HOUR) * HOUR
    const bit = hashes.bit(search.userId)
    const column = columnOf(search)
    for (const interest of search.interests) {
      const key = `${hour} ${interest}`
      const row = rows.get(key) ?? { interest, hour, members: 0n, counts: new Map() }
      row.members |= bit
      row.counts.set(column, (row.counts.get(column) ?? 0) + 1)
      rows.set(key, row)
    }
  }
  return rows
}
