// `npm run schema`: writes the GraphQL schema to schema/schema.graphql, and the rate limits into docs/API.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { requireNode } from './node-version.mjs'

requireNode()
const { createGraphqlSchema } = await import('../server/transports/graphql/index.ts')
writeFileSync('schema/schema.graphql', `${printSchema(lexicographicSortSchema(createGraphqlSchema()))}\n`)

const { rateLimitTable } = await import('../server/transports/rest/openapi/limit-table.ts')
const page = readFileSync('docs/API.md', 'utf8')
const table = /(<!-- rate limits: .*? -->\n)[\s\S]*?(<!-- \/rate limits -->)/
writeFileSync(
  'docs/API.md',
  page.replace(table, (_, begin, end) => `${begin}${rateLimitTable()}\n${end}`),
)
