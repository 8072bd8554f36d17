/** Returns the TypeScript types of a GraphQL schema, from which the compiler infers the web app's operations. */
export function graphqlTypes(schemaText: string): string
