import * as z from 'zod'
import { errorBody } from '#schema/errors.ts'
import { PRODUCT } from '#schema/product.ts'
import { ROUTES, type Route } from '#schema/routes.ts'

/** A model as the caller writes it: transforms are the server's own business. */
const requestSchema = (model: z.ZodType) => z.toJSONSchema(model, { io: 'input', unrepresentable: 'any' })
const answerSchema = (model: z.ZodType) => z.toJSONSchema(model, { io: 'output', unrepresentable: 'any' })

function parameters(place: 'path' | 'query' | 'header', model: z.ZodType | undefined) {
  if (!model) return []
  const { properties = {}, required = [] } = requestSchema(model)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function operation(name: string, route: Route) {
  const responses: Record<string, object> = {
    default: {
      description: 'A failure',
      content: { 'application/json': { schema: answerSchema(errorBody) } },
    },
  }
  for (const [status, model] of Object.entries(route.responses)) {
    responses[status] = {
      description: route.summary,
      content: route.answerType
        ? { [route.answerType]: { schema: { type: 'string', format: 'binary' } } }
        : { 'application/json': { schema: answerSchema(model) } },
    }
  }
  const bodyType = route.bodyType === 'text' ? 'text/plain' : 'application/json'
  return {
    operationId: name,
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...parameters('header', route.headers),
    ],
    ...(route.body
      ? { requestBody: { required: true, content: { [bodyType]: { schema: requestSchema(route.body) } } } }
      : {}),
    responses,
  }
}

/** OpenAPI 3.1, made of the same models that guard the routes. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(ROUTES) as [string, Route][]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT.name, version: '1', description: PRODUCT.description },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
