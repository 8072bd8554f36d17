import fc from 'fast-check'

// Every run sends the same values, which makes a failure repeatable.
const SEED = 20_260_318
const VALUES_PER_FIELD = 10

/** Members of a JSON body, as JSON text: `JSON.stringify` could not write all of them. */
export const HOSTILE_JSON = [
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
export const HOSTILE_PARTS = [
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
export const HOSTILE_HEADERS = [
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

export interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  examples?: unknown[]
}
export interface Operation {
  parameters: { name?: string; in?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: string }> }
}
export interface Attempt {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** The operation with its example values, which are then replaced. */
export function plainAttempt(
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

/** Returns the attempts for an operation. `callers` is the number of callers that take turns. */
export function attemptsFor(plain: Plain, salt: number, callers: number): Attempt[] {
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
        for (let turn = 0; turn < callers; turn += 1) attempts.push(attemptWith(plain, place, name, value))
      for (const value of sample(values, salt + index)) attempts.push(attemptWith(plain, place, name, value))
    })
  if (plain.type) for (const body of HOSTILE_BODIES) attempts.push(attemptWith(plain, 'body', '', body))
  return attempts
}
