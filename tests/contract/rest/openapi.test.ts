import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { LIVE_EVENTS } from '#schema/events.ts'
import { ROUTES, type Route } from '#schema/routes.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createRouter } from '#server/platform/http/create-router.ts'
import { createOrigins } from '#server/platform/http/origins.ts'
import { createAuthentication } from '#server/transports/http/authentication.ts'
import { createKoa } from '#server/transports/http/create-koa.ts'
import { createRespond } from '#server/transports/http/respond.ts'
import { createGuard } from '#server/transports/rest/create-guard.ts'
import { rateLimitTable } from '#server/transports/rest/openapi/limit-table.ts'
import { MODELS } from '#server/transports/rest/openapi/models.ts'
import { call } from '../../kit/person.ts'
import { restatesName } from '../../kit/restates-name.ts'
import { useNode } from '../../kit/use-node.ts'

interface Schema {
  $ref?: string
  description?: string
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  examples?: unknown[]
  [keyword: string]: unknown
}
interface Parameter {
  $ref?: string
  name: string
  description?: string
  example?: unknown
  schema: Schema
}
interface Operation {
  operationId: string
  tags: string[]
  summary?: string
  description?: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>
}
interface Document {
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, { name?: string }>
    schemas: Record<string, Schema>
    responses: Record<string, { headers?: object }>
    parameters: Record<string, Parameter>
  }
}

const node = useNode({ env: { PUBLIC_URL: 'https://rapport.example' } })
let document: Document
beforeAll(async () => {
  const { body } = await call(node.url, 'GET', '/api/openapi.json')
  document = body as unknown as Document
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const operationOf = (path: string, method: string) => {
  const found = document.paths[path]?.[method]
  if (!found) throw new Error(`the document has no ${method} ${path}`)
  return found
}
/** The component as a schema that stands alone. Patterns need the flag `u`, which `fromJSONSchema` does not set. */
const standalone = (id: string) => {
  const schema = { $ref: `#/$defs/${id}`, $defs: document.components.schemas }
  const text = JSON.stringify(schema, (key, value) =>
    key === 'pattern' && typeof value === 'string' ? undefined : value,
  )
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'))
}

/** Every schema of the document with the place it stands at. */
function schemasOf(value: unknown, place: string): { place: string; schema: Schema }[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    'properties' in value && typeof value.properties === 'object' ? [{ place, schema: value as Schema }] : []
  const inner = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .flatMap(([key, one]) => schemasOf(one, `${place}/${key}`))
  return [...own, ...inner]
}

const properties = () =>
  schemasOf(document, '').flatMap(({ place, schema }) =>
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({ place, name, property })),
  )

/** Whether a property is a number, which may have a unit, or can be null, which has a meaning. */
const needsText = ({ type, anyOf }: Schema) =>
  [type, ...(anyOf ?? []).map((one) => one.type)]
    .flat()
    .some((kind) => kind === 'integer' || kind === 'number' || kind === 'null')

describe('the OpenAPI document', () => {
  // covers: design-openapi-valid
  it('passes as valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as never)
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('describes an operation for every route of the contract, for the stream and for operators', () => {
    const expected = [
      ...(Object.values(ROUTES) as Route[]).map(({ method, path }) => `${method.toLowerCase()} ${path}`),
      'get /subscribe/{userId}',
      'get /healthz',
      'get /readyz',
      'get /metrics',
      'get /api/openapi.json',
    ]
    expect(
      operations()
        .map(({ path, method }) => `${method} ${path}`)
        .sort(),
    ).toEqual(expected.sort())
  })

  it('gives every operation its own id', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(ids).toEqual([...new Set(ids)])
  })

  // covers: design-openapi-valid
  it('describes every operation, tag and model, and each property that is a number or can be null', () => {
    const bare = operations().flatMap(({ path, method, operation }) => [
      ...(operation.summary && operation.description ? [] : [`${method} ${path}`]),
      ...operation.parameters
        .filter(({ $ref, example }) => !$ref && example === undefined)
        .map(({ name }) => `${method} ${path}: ${name}`),
    ])
    for (const { place, name, property } of properties())
      if (!property.description && needsText(property)) bare.push(`${place}: ${name}`)
    for (const [id, schema] of Object.entries(document.components.schemas))
      if (!schema.description) bare.push(id)
    const tags = new Map(document.tags.map(({ name, description }) => [name, description]))
    for (const { operation } of operations())
      for (const tag of operation.tags) if (!tags.get(tag)) bare.push(`the tag ${tag}`)
    expect(bare).toEqual([])
  })

  it('adds words to the name in every description', () => {
    const parameters = operations().flatMap(({ path, operation }) =>
      operation.parameters.flatMap(({ name, description }) =>
        description ? [[`${path} ${name}`, description] as const] : [],
      ),
    )
    const texts = properties().flatMap(({ place, name, property: { description } }) =>
      description ? [[`${place} ${name}`, description] as const] : [],
    )
    expect(texts.length).toBeGreaterThan(200)
    expect(
      [...parameters, ...texts].filter(([name, description]) => restatesName(name, description)),
    ).toEqual([])
  })

  // covers: design-openapi-valid
  it('names the model of every JSON body and answer, and of every event', () => {
    const inline = operations()
      .filter(({ operation }) => !operation.tags.includes('Operations'))
      .flatMap(({ path, operation }) =>
        [operation.requestBody, ...Object.values(operation.responses)]
          .map((part) => part?.content?.['application/json']?.schema)
          .filter((schema) => schema && !schema.$ref && schema.type !== 'string')
          .map(() => path),
      )
    expect(inline).toEqual([])
    const events = Object.keys(LIVE_EVENTS).map((name) => `LiveEvent.${name}`)
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(events))
  })

  // covers: design-openapi-valid
  it('contains an example for every model, which the model and its schema accept', () => {
    for (const { id, schema, example } of MODELS) {
      expect(schema.safeParse(example), id).toMatchObject({ success: true })
      expect(document.components.schemas[id]?.examples, id).toHaveLength(1)
      expect(z.fromJSONSchema(standalone(id)).safeParse(example), id).toMatchObject({ success: true })
    }
  })

  it('refers only to components that exist, and uses all of them', () => {
    const text = JSON.stringify(document)
    const references = new Set(
      [...text.matchAll(/"(#\/components\/[^"]+)"/g)].map(([, reference]) => reference),
    )
    const components = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    expect([...references].sort()).toEqual(components.sort())
  })

  it('names the address of the server and both ways to authenticate', () => {
    expect(document.servers).toMatchObject([{ url: 'https://rapport.example' }])
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { scheme: 'bearer' },
      cookie: { in: 'cookie', name: expect.stringContaining('rapport_session') },
    })
    expect(operationOf('/api/session', 'get').security).toEqual([{ bearer: [] }, { cookie: [] }])
    expect(operationOf('/auth', 'post').security).toEqual([])
  })

  // covers: design-openapi-valid
  it('documents each failure by status and code, with its headers', () => {
    const { responses, description } = operationOf('/api/v1/message', 'post')
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '413', '415', '422', '429', '503']),
    )
    expect(description).toContain('- 422 `MESSAGE_HELD`')
    expect(responses[429]).toEqual({ $ref: '#/components/responses/RateLimited' })
    expect(document.components.responses.RateLimited?.headers).toHaveProperty('Retry-After')
    expect(document.components.responses.RateLimited?.headers).toHaveProperty('RateLimit')
    expect(operationOf('/api/user', 'post').responses).toHaveProperty('428')
  })

  it.each([
    ['RegistrationRequest', 'userName', { format: 'email', minLength: 5, maxLength: 254 }],
    ['RegistrationRequest', 'interests', { minItems: 1, maxItems: 10 }],
    ['RegistrationRequest', 'lookingFor', { minItems: 1, maxItems: 5 }],
    ['RegistrationRequest', 'age', { type: 'integer', minimum: 18, maximum: 100 }],
    ['RegistrationRequest', 'password', { minLength: 8, maxLength: 200, allOf: expect.any(Array) }],
    ['LoginRequest', 'password', { minLength: 1, maxLength: 200 }],
    ['SendMessageRequest', 'message', { maxLength: 4000, pattern: expect.any(String) }],
    ['SendMessageRequest', 'clientMessageId', { minLength: 1, maxLength: 64, pattern: expect.any(String) }],
    ['PasswordResetRequest', 'user', { format: 'email' }],
    ['OrderRequest', 'amount', { type: 'integer', exclusiveMinimum: 0 }],
    ['PageRequest', 'size', { minimum: 1, maximum: 100, default: 10 }],
  ])('carries the rules of %s.%s', (id, property, rules) => {
    expect(document.components.schemas[id]?.properties?.[property]).toMatchObject(rules)
  })
})

it('docs/API.md lists the current rate limits', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../../../docs/API.md'), 'utf8')
  // Otherwise: npm run schema
  expect(page).toContain(rateLimitTable())
})

// covers: design-openapi-errors-declared
it('fails a route in tests when it answers an undeclared error', async () => {
  const { accounts, botDefence, ...platform } = node.app.context
  const router = createRouter()
  const add = createGuard(router, {
    failures: platform.failures,
    securityLog: platform.securityLog,
    texts: platform.texts,
    botDefence,
    authentication: createAuthentication({
      accounts,
      origins: createOrigins({ own: [], listed: [], scheme: 'http:' }),
      secure: false,
    }),
    trustProxy: { hops: 0 },
    declaredErrors: new Map([[ROUTES.unsubscribe, new Set(['NOT_FOUND'])]]),
  })
  add(ROUTES.unsubscribe, async ({ query }) => {
    throw new ApiError(query.token === 'known' ? 'NOT_FOUND' : 'CONFLICT', text('No.'))
  })
  const respond = createRespond(platform, () => ({}))
  const server = createKoa(platform.failures, respond, router, []).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const send = async (token: string) => {
      const path = `/unsubscribe?user=${crypto.randomUUID()}&token=${token}`
      const { status, body } = await call(`http://127.0.0.1:${port}`, 'POST', path, {
        body: 'List-Unsubscribe=One-Click',
      })
      return [status, body.message]
    }
    expect(await send('known')).toEqual([404, 'No.'])
    expect(await send('other')).toEqual([
      500,
      'POST /unsubscribe answered CONFLICT, which server/transports/rest/openapi does not declare',
    ])
  } finally {
    server.close()
  }
})
