// `npm run schema`: writes schema/schema.graphql, its types for the web app, and the rate limits in docs/API.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { graphqlTypes } from './graphql-types.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
const { createGraphqlSchema } = await import('../server/transports/graphql/index.ts')
const schemaText = `${printSchema(lexicographicSortSchema(createGraphqlSchema()))}\n`
writeFileSync('schema/schema.graphql', schemaText)
writeFileSync('schema/graphql-types.d.ts', graphqlTypes(schemaText))

const { rateLimitTable } = await import('../server/transports/rest/openapi/limit-table.ts')
const page = readFileSync('docs/API.md', 'utf8')
const table = /(<!-- rate limits: .*? -->\n)[\s\S]*?(<!-- \/rate limits -->)/
writeFileSync(
  'docs/API.md',
  page.replace(table, (_, begin, end) => `${begin}${rateLimitTable()}\n${end}`),
)
