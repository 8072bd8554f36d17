import type { AccountDeps } from './account-context.ts'

const BATCH_SIZE = 1_000

const UNPLACED = `
  SELECT id, latitude, longitude FROM "user"
  WHERE id > $1 AND latitude IS NOT NULL AND longitude IS NOT NULL AND shown_latitude IS NULL
  ORDER BY id LIMIT ${BATCH_SIZE}`

const PLACE = `
  UPDATE "user" SET shown_latitude = place.shown_latitude, shown_longitude = place.shown_longitude
  FROM unnest($1::uuid[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
    AS place(id, latitude, longitude, shown_latitude, shown_longitude)
  WHERE "user".id = place.id AND "user".latitude = place.latitude AND "user".longitude = place.longitude`

export interface ShownPlaces {
  /** Gives members without one the place where People Nearby shows them. Idempotent. */
  fill(): Promise<void>
  /** Fills the places of members whose position an earlier version stored. */
  start(): void
  stop(): Promise<void>
}

export function createShownPlaces({
  database: { pool },
  cells,
  onError,
}: Pick<AccountDeps, 'database' | 'cells' | 'onError'>): ShownPlaces {
  let isStopping = false
  let filling = Promise.resolve()

  async function fill() {
    let last = '00000000-0000-0000-0000-000000000000'
    while (!isStopping) {
      const { rows } = await pool.query<{ id: string; latitude: number; longitude: number }>(UNPLACED, [last])
      if (rows.length === 0) return
      const shown = rows.map((row) => cells.shownPlaceOf(row.id, row))
      await pool.query(PLACE, [
        rows.map(({ id }) => id),
        rows.map(({ latitude }) => latitude),
        rows.map(({ longitude }) => longitude),
        shown.map(({ latitude }) => latitude),
        shown.map(({ longitude }) => longitude),
      ])
      last = rows.at(-1)?.id ?? last
    }
  }

  return {
    fill,
    start() {
      filling = fill().catch(onError)
    },
    async stop() {
      isStopping = true
      await filling
    },
  }
}
