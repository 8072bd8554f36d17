import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { isSecurityLine } from '../../kit/app.ts'
import { joinAs } from '../../kit/graphql.ts'
import {
  type Attempt,
  attemptsFor,
  HOSTILE_HEADERS,
  HOSTILE_JSON,
  HOSTILE_PARTS,
  type Operation,
  plainAttempt,
  type Schema,
} from '../../kit/hostile-values.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const AT_ONCE = 8

const errors: string[] = []
// A provider that is slow on a busy machine is not an outage.
const sandbox = useStarted(() => startPaymentSandbox({ timeout: 60_000 }))
const node = useNode({
  log: pino(
    { level: 'error' },
    { write: (line: string) => void (isSecurityLine(line) || errors.push(line)) },
  ),
  payments: sandbox,
})
let conversationId: string
let callers: (Person | null)[]
beforeAll(async () => {
  const matched = await pair(node)
  conversationId = matched.conversationId
  callers = [null, matched.asha, await join(node, { premium: true }), await joinAs(node, 'ADMIN')]
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

// covers: design-hostile-values
it('answers hostile values on every route of the OpenAPI document without a server error', async () => {
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
        attemptsFor(
          plainAttempt(path, method, operation, document.components.schemas),
          index * 100,
          callers.length,
        ),
      ),
  )
  expect(attempts.length).toBeGreaterThan(1000)
  expect(await failuresOf(attempts)).toEqual([])
  expect(errors).toEqual([])
})

it('answers hostile cookies, tokens, proofs and addresses without a server error', async () => {
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
})
