import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { PRODUCT } from '#schema/product.ts'
import { PROOF_HEADER } from '#schema/proof.ts'
import { ROUTES, type Route, type RouteName } from '#schema/routes.ts'
import { componentRef, componentSchemas, inlineSchema } from './json-schema.ts'
import { liveEventSchemas, liveStreamPath } from './live-stream.ts'
import { MODELS } from './models.ts'
import { type Operation, TAGS } from './operation.ts'
import { errorsOf, OPERATIONS, statusIn } from './operations.ts'
import { operationsPaths } from './operations-paths.ts'
import { parametersOf } from './parameters.ts'
import { createErrorResponses, HEADERS, headerRefs, rateLimitHeaderRefs } from './responses.ts'

const DESCRIPTION = `${PRODUCT.description}

Bodies are JSON objects in UTF-8, 64 KiB at most. No text may contain NUL or half of a surrogate pair. Failed calls answer with the model \`Error\`. Patterns are ECMAScript regular expressions with the flag \`u\`.

Calls that a rate limit counts carry \`RateLimit-Policy\` and \`RateLimit\`. The same functions, and more, are offered over GraphQL at \`/graphql\`.`

/** Returns the OpenAPI 3.1 document, made of the models that guard the routes. */
export function openApiDocument({ origin, cookieName }: { origin: string; cookieName: string }) {
  const errorResponses = createErrorResponses()
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][]) {
    const operation = operationOf(name, route, errorResponses)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT.name} API`,
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin, description: 'This server.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...liveStreamPath(errorResponses), ...operationsPaths(errorResponses) },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of `POST /auth` or `POST /api/user`.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description:
            'The same token as an HttpOnly cookie. It changes state only from pages of this server.',
        },
      },
      schemas: { ...componentSchemas(MODELS), ...liveEventSchemas(MODELS) },
      responses: errorResponses.components,
      headers: HEADERS,
      parameters: {
        Background: {
          name: BACKGROUND_HEADER,
          in: 'header',
          description:
            'Any value says that no person caused the call, such as one that repeats by itself: it does not count as a use of the session.',
          schema: { type: 'string' },
          example: '1',
        },
        Proof: {
          name: PROOF_HEADER,
          in: 'header',
          description: 'The solved challenge of a `PROOF_REQUIRED` answer, as JSON in Base64.',
          schema: { type: 'string', maxLength: 4096 },
          example: 'eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319',
        },
      },
    },
  }
}

function operationOf(name: RouteName, route: Route, errorResponses: ReturnType<typeof createErrorResponses>) {
  const operation: Operation = OPERATIONS[name]
  const errors = errorsOf(route, operation)
  const failures = errorResponses.forErrors(errors, statusIn(route))
  return {
    operationId: name,
    tags: [operation.tag],
    summary: route.summary,
    description: [operation.description, limitsOf(operation), `Errors:\n${failures.description}`]
      .filter(Boolean)
      .join('\n\n'),
    security: route.access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    parameters: [
      ...parametersOf(name, route, operation),
      ...(route.access === 'public' ? [] : [{ $ref: '#/components/parameters/Background' }]),
      ...(errors.PROOF_REQUIRED ? [{ $ref: '#/components/parameters/Proof' }] : []),
    ],
    ...(route.body && { requestBody: { required: true, content: bodyContent(name, route, operation) } }),
    responses: { ...successes(name, route, operation), ...failures.responses },
  }
}

const limitsOf = ({ limits }: Operation) =>
  limits ? `Counts against ${limits.map((limit) => `\`${limit}\``).join(', ')}.` : ''

function bodyContent(name: RouteName, { body, bodyType }: Route, { textBody }: Operation) {
  if (bodyType !== 'text') {
    const schema = modelRef(name, body)
    return { 'application/json': { schema }, ...(bodyType === 'beacon' ? { 'text/plain': { schema } } : {}) }
  }
  if (!textBody || !body) throw new Error(`the text body of ${name} is not described`)
  const { type, description, example } = textBody
  return { [type]: { schema: { ...inlineSchema(body, 'input'), description }, example } }
}

function successes(name: RouteName, route: Route, { limits, opensSession }: Operation) {
  const headers = {
    ...(limits ? rateLimitHeaderRefs() : {}),
    ...(opensSession && headerRefs('SessionCookie')),
  }
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, model]) => [
      status,
      {
        description: route.answerType ? 'The file.' : descriptionOf(model),
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        content: route.answerType
          ? { [route.answerType]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: modelRef(name, model) } },
      },
    ]),
  )
}

const descriptionOf = (schema: unknown) => MODELS.find((model) => model.schema === schema)?.description ?? ''

function modelRef(name: RouteName, schema: unknown) {
  const model = MODELS.find((one) => one.schema === schema)
  if (!model) throw new Error(`a model of ${name} has no name in the OpenAPI document`)
  return componentRef(model.id)
}
