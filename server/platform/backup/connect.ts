import pg from 'pg'

/** Values are written and read in the same form on every server. Long statements may take their time. */
const SETTINGS = `
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0;
  SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET extra_float_digits = 1;
  SET bytea_output = 'hex'; SET standard_conforming_strings = on`

/** Opens one connection for a backup or a restore. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // A broken connection also rejects the pending statement, so its error event needs no handling.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(SETTINGS)
  return client
}
