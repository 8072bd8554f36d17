import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PaymentSandbox, startPaymentSandbox } from '#server/local/index.ts'
import { isSecurityLine, startApp, type TestApp } from '../../kit/app.ts'
import { joinAs } from '../../kit/graphql.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'

// Every run sends the same values, which makes a failure repeatable.
const SEED = 20_260_318
const VALUES_PER_FIELD = 10
const AT_ONCE = 8
const TIMEOUT = 240_000

/** Members of a JSON body, as JSON text: `JSON.stringify` could not write all of them. */
const HOSTILE_JSON = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '""',
  '" "',
  `"${'x'.repeat(5000)}"`,
  `"${'\u{1F469}\u200D'.repeat(300)}"`,
  '"\\u202eevil\\u202c"',
  '"%00"',
  '"__proto__"',
  '"constructor"',
  `"'; DROP TABLE \\"user\\"; --"`,
  '"-1"',
  '"NaN"',
  '"2026-13-45T99:99:99Z"',
  '-1',
  '-0',
  '0.1',
  '1e400',
  '-1e400',
  '9007199254740993',
  '2147483648',
  'true',
  'null',
  '[]',
  '[null]',
  '["\\u0000"]',
  `[${'"x",'.repeat(2000)}"x"]`,
  '{}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"\\u0000":"\\ud800"}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
]
const HOSTILE_BODIES = [
  '',
  '[]',
  'null',
  '"text"',
  '1e400',
  '{"a":',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":null}',
]

/** Sent in every field by every caller. */
const ALWAYS_JSON = ['"a\\u0000b"', '"a\\ud800b"']
const ALWAYS_PARTS = ['a%00b', 'a%ED%A0%80']

/** Parts of a URL, encoded as a caller may send them. */
const HOSTILE_PARTS = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%zz',
  '%',
  '%E2%80%AE',
  '%F0%9F%91%A9',
  '..%2F..%2Fetc%2Fpasswd',
  '__proto__',
  'constructor',
  '-1',
  '0.5',
  '1e400',
  'NaN',
  '999999999999999999999',
  '%27%20OR%201%3D1--',
  '%20',
  'x'.repeat(3000),
]
const HOSTILE_HEADERS = [
  '-1',
  '1e400',
  'NaN',
  '%00',
  '\xff\xfe',
  'x'.repeat(3000),
  '91',
  '0-0',
  '{}',
  "' OR 1=1",
]

const jsonValues = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
)
const sample = <Value>(values: fc.Arbitrary<Value>, salt: number): Value[] =>
  fc.sample(values, { seed: SEED + salt, numRuns: VALUES_PER_FIELD })

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  examples?: unknown[]
}
interface Operation {
  parameters: { name?: string; in?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: string }> }
}
interface Attempt {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

let node: TestApp
let conversationId: string
let callers: (Person | null)[]
const errors: string[] = []
let sandbox: PaymentSandbox

beforeAll(async () => {
  // A provider that is slow on a busy machine is not an outage.
  sandbox = await startPaymentSandbox({ timeout: 60_000 })
  const log = pino(
    { level: 'error' },
    { write: (line: string) => void (isSecurityLine(line) || errors.push(line)) },
  )
  node = await startApp({ log, payments: sandbox })
  const matched = await pair(node)
  conversationId = matched.conversationId
  callers = [null, matched.asha, await join(node, { premium: true }), await joinAs(node, 'ADMIN')]
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await sandbox[Symbol.asyncDispose]()
})

/** Sends an attempt, and returns the failure: a status of 500 or more, or an error without a code. */
async function outcomeOf({ method, path, headers, body }: Attempt, caller: Person | null): Promise<string[]> {
  const response = await fetch(node.url + path, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: { ...(caller ? { authorization: `Bearer ${caller.token}` } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const described = `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 100)} ${body?.slice(0, 200)}`
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return []
  }
  const text = await response.text()
  if (response.status >= 500) return [`${response.status} ${text}: ${described}`]
  if (response.status >= 400 && !text.includes('"code"')) return [`no code in ${text}: ${described}`]
  return []
}

async function failuresOf(attempts: Attempt[]): Promise<string[]> {
  const waiting = attempts.map((attempt, index) => ({
    attempt,
    caller: callers[index % callers.length] ?? null,
  }))
  const failures: string[] = []
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      failures.push(...(await outcomeOf(next.attempt, next.caller)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failures
}

/** The operation with its example values, which are then replaced. */
function plainAttempt(
  path: string,
  method: string,
  { parameters, requestBody }: Operation,
  schemas: Record<string, Schema>,
) {
  const of = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map(({ name, example }) => [String(name), String(example)]),
    )
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const model = schemas[content?.schema.$ref?.split('/').at(-1) ?? '']
  const example = model?.examples?.[0] as Record<string, unknown> | undefined
  const text = content?.example
  const fields =
    example &&
    Object.fromEntries(
      Object.keys(model?.properties ?? {}).map((name) => [name, JSON.stringify(example[name])]),
    )
  return { path, method, params: of('path'), query: of('query'), headers: of('header'), type, text, fields }
}
type Plain = ReturnType<typeof plainAttempt>

/** An attempt with one value replaced. Ids of conversations are those of an existing one. */
function attemptWith(
  plain: Plain,
  place: 'params' | 'query' | 'headers' | 'fields' | 'body' | 'none',
  name = '',
  value = '',
): Attempt {
  const replaced = (values: Record<string, string>, of: typeof place) =>
    of === place ? { ...values, [name]: value } : values
  const params = replaced(plain.params, 'params')
  const path = plain.path.replaceAll(/\{(\w+)\}/g, (_, one: string) => params[one] ?? '')
  const query = Object.entries(replaced(plain.query, 'query')).map(([key, text]) => `${key}=${text}`)
  const members = plain.fields && Object.entries(replaced(plain.fields, 'fields'))
  const json =
    members &&
    `{${members.filter(([, text]) => text !== undefined).map(([key, text]) => `${JSON.stringify(key)}:${text}`)}}`
  const body = place === 'body' ? value : (json ?? plain.text)
  return {
    method: plain.method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: { ...replaced(plain.headers, 'headers'), ...(plain.type ? { 'content-type': plain.type } : {}) },
    ...(body === undefined ? {} : { body }),
  }
}

function attemptsFor(plain: Plain, salt: number): Attempt[] {
  const attempts = [attemptWith(plain, 'none')]
  const names = (values: object | undefined) => Object.keys(values ?? {})
  const parts = fc.constantFrom(...HOSTILE_PARTS)
  const places = [
    ['params', names(plain.params), parts, ALWAYS_PARTS],
    ['query', names(plain.query), parts, ALWAYS_PARTS],
    ['headers', names(plain.headers), fc.constantFrom(...HOSTILE_HEADERS), []],
    ['fields', names(plain.fields), jsonValues, ALWAYS_JSON],
  ] as const
  for (const [place, fields, values, always] of places)
    fields.forEach((name, index) => {
      // Callers take turns. An attempt that is repeated once per caller is made by each of them.
      for (const value of always)
        for (const _ of callers) attempts.push(attemptWith(plain, place, name, value))
      for (const value of sample(values, salt + index)) attempts.push(attemptWith(plain, place, name, value))
    })
  if (plain.type) for (const body of HOSTILE_BODIES) attempts.push(attemptWith(plain, 'body', '', body))
  return attempts
}

it(
  'answers hostile values on every route of the OpenAPI document without a server error',
  async () => {
    const { body } = await call(node.url, 'GET', '/api/openapi.json')
    const text = JSON.stringify(body).replaceAll('01997a60-1b2c-7e55-a3d4-5f6071829304', conversationId)
    const document: {
      paths: Record<string, Record<string, Operation>>
      components: { schemas: Record<string, Schema> }
    } = JSON.parse(text)
    const attempts = Object.entries(document.paths).flatMap(([path, methods], index) =>
      Object.entries(methods)
        // It would end the sessions of the callers.
        .filter(() => path !== '/api/v1/logout')
        .flatMap(([method, operation]) =>
          attemptsFor(plainAttempt(path, method, operation, document.components.schemas), index * 100),
        ),
    )
    expect(attempts.length).toBeGreaterThan(1000)
    expect(await failuresOf(attempts)).toEqual([])
    expect(errors).toEqual([])
  },
  TIMEOUT,
)

it(
  'answers hostile cookies, tokens, proofs and addresses without a server error',
  async () => {
    const encoded = (value: string) => Buffer.from(value).toString('base64')
    const headers = [
      ...HOSTILE_HEADERS.flatMap((value) => [
        { authorization: value },
        { authorization: `Bearer ${value}` },
        { cookie: `rapport_session=${value}; rapport_device=${value}` },
        { 'x-proof': value },
        { 'last-event-id': value },
        { 'user-agent': value },
        { 'x-forwarded-for': value },
      ]),
      { cookie: 'rapport_session=%00; rapport_device=%ED%A0%80' },
      // Node.js itself answers headers of more than 16 KiB.
      ...HOSTILE_JSON.filter(({ length }) => length < 3_000).map((value) => ({
        'x-proof': encoded(`{"challenge":${value},"solution":${value}}`),
      })),
    ]
    const paths = ['/api/session', '/api/v1/conversation', `/subscribe/${crypto.randomUUID()}`]
    const attempts: Attempt[] = headers.flatMap((one) =>
      paths.map((path) => ({ method: 'GET', path, headers: one })),
    )
    for (const part of HOSTILE_PARTS)
      for (const path of [
        `/${part}`,
        `/dev/mail/${part}`,
        `/subscribe/${part}`,
        `/api/v1/${part}`,
        `/unsubscribe?user=${part}`,
      ])
        attempts.push({ method: 'GET', path, headers: {} })
    expect(await failuresOf(attempts)).toEqual([])
    expect(errors).toEqual([])
  },
  TIMEOUT,
)
