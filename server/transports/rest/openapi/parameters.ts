import type * as z from 'zod'
import type { Route, RouteName } from '#schema/routes.ts'
import { inlineSchema, type JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'

type Place = 'path' | 'query' | 'header'

/** Returns the parameters of a route. @throws Error for a parameter without an example */
export function parametersOf(name: RouteName, { params, query, headers }: Route, operation: Operation) {
  return [
    ...ofModel(name, 'path', params, operation),
    ...ofModel(name, 'query', query, operation),
    ...ofModel(name, 'header', headers, operation),
    ...Object.entries(operation.headers ?? {}).map(([header, { example, ...texts }]) => ({
      name: header,
      in: 'header',
      ...texts,
      schema: { type: 'string' },
      example,
    })),
  ]
}

function ofModel(name: RouteName, place: Place, model: z.ZodType | undefined, operation: Operation) {
  if (!model) return []
  const { properties = {}, required = [] } = inlineSchema(model, 'input')
  return Object.entries(properties).map(([parameter, schema]) => {
    const described = operation.parameters?.[parameter]
    if (!described) throw new Error(`the parameter ${parameter} of ${name} has no example`)
    const { example, ...texts } = described
    return {
      name: parameter,
      in: place,
      required: place === 'path' || required.includes(parameter),
      ...texts,
      schema: schema as JsonSchema,
      example: exampleOf(schema as JsonSchema, example),
    }
  })
}

const exampleOf = ({ type }: JsonSchema, text: string) =>
  type === 'integer' || type === 'number' ? Number(text) : text
