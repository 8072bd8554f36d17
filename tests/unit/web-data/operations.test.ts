import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildSchema, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { graphqlTypes } from '../../../scripts/graphql-types.mjs'
import { operationFiles, operationsOf } from '../../kit/web-operations.ts'

const contract = (name: string) => readFile(resolve(import.meta.dirname, '../../../schema', name), 'utf8')

describe('the GraphQL operations of the web app', () => {
  // covers: beyond-web-operations-valid
  it('pass validation against the schema', async () => {
    const schema = buildSchema(await contract('schema.graphql'))
    for (const file of operationFiles()) {
      const operations = await operationsOf(file)
      expect(operations.length, file).toBeGreaterThan(0)
      for (const document of operations) expect(validate(schema, document), file).toEqual([])
    }
  })

  // covers: beyond-web-operations-typed
  it('use types generated from the current schema', async () => {
    expect(await contract('graphql-types.d.ts')).toBe(graphqlTypes(await contract('schema.graphql')))
  })
})
