import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './test-servers.ts'

export interface TestDatabase {
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** An empty database with the whole schema, for one suite. */
export async function createTestDatabase(): Promise<TestDatabase> {
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
  await run(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return {
    url: url.href,
    // Only for the space that it takes: all of them go with the run's server.
    [Symbol.asyncDispose]: () => run(`DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined),
  }
}
