import type { AccountContext } from './account-context.ts'

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

/** Creates the job that places members whose position an earlier version stored. */
export function createShownPlaces({
  database: { pool },
  cells,
  failures,
}: Pick<AccountContext, 'database' | 'cells' | 'failures'>) {
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
    /** Gives members without one the place where People Nearby shows them. Idempotent. */
    fill,
    start() {
      filling = fill().catch(failures.of('shown places'))
    },
    async stop() {
      isStopping = true
      await filling
    },
  }
}
