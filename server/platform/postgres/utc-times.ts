import type pg from 'pg'

/**
 * Returns what the pool runs on each new connection: its times are in UTC, whatever the zone of the database. Prisma's adapter
 * writes times without their zone and ignores the zone of those it reads. `timeout` is in milliseconds.
 */
export const utcTimes = (timeout: number) => async (client: pg.ClientBase) => {
  const statement = { text: "SET TIME ZONE 'UTC'", query_timeout: timeout }
  await client.query(statement)
}
