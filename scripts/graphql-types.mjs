import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { buildSchema, introspectionFromSchema } from 'graphql'

/** Returns the TypeScript types of a GraphQL schema, from which the compiler infers the web app's operations. */
export function graphqlTypes(schemaText) {
  const introspection = minifyIntrospection(introspectionFromSchema(buildSchema(schemaText)))
  return outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true })
}
