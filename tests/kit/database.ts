import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './test-servers.ts'

export interface TestDatabase {
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** A database with the whole schema and no rows, for one suite. */
export const createTestDatabase = (): Promise<TestDatabase> =>
  createDatabase(`TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)

/** A database without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('')

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`CREATE DATABASE ${name} ${options}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return {
    url: url.href,
    /**
     * Drops the database. The server ends with the run. `pool.end()` resolves before the server has closed the
     * connections, and a forced DROP would end them with an error that no listener receives. A plain DROP waits for
     * them, up to five seconds; a connection that is still open then is ended by force.
     */
    [Symbol.asyncDispose]: () =>
      run(`DROP DATABASE ${name}`)
        .catch(() => run(`DROP DATABASE ${name} WITH (FORCE)`))
        .catch(() => undefined),
  }
}
