// `npm run schema`: the GraphQL schema as it is served, written to schema/schema.graphql.
import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { requireNode } from './node-version.mjs'

requireNode()
const { createGraphqlSchema } = await import('../server/graphql/index.ts')
writeFileSync('schema/schema.graphql', `${printSchema(lexicographicSortSchema(createGraphqlSchema()))}\n`)
