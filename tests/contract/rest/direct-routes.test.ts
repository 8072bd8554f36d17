import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../kit/app.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'

let node: TestApp
let sender: Person
let conversationId: string
beforeAll(async () => {
  node = await startApp()
  const couple = await pair(node)
  sender = couple.asha
  conversationId = couple.conversationId
})
afterAll(() => node[Symbol.asyncDispose]())

/** Headers whose values differ from one request to the next. */
const OWN_VALUE = ['date', 'ratelimit', 'content-length']

const comparable = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, OWN_VALUE.includes(name) ? 'differs' : value]),
  )

interface Case {
  title: string
  status: number
  headers?: Record<string, string>
  body?: object | string
}

const json = { 'content-type': 'application/json' }
const message = (fields: object = {}) => ({ conversationId, message: 'Hello', ...fields })

/** Sends a message to this address. The address with a question mark is the same call, answered by the router. */
async function send(address: string, { headers = {}, body = message() }: Omit<Case, 'title' | 'status'>) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return await rawRequest(node.url, 'POST', address, {
    headers: { authorization: `Bearer ${sender.token}`, ...json, ...headers },
    body: text,
  })
}

it.each<() => Case>([
  () => ({ title: 'a message', status: 200, body: message() }),
  () => ({ title: 'a message from our own page', status: 200, headers: { origin: node.url } }),
  () => ({ title: 'a body that is no JSON', status: 400, body: '{' }),
  () => ({ title: 'an empty message', status: 400, body: message({ message: '' }) }),
  () => ({ title: 'another conversation', status: 404, body: message({ conversationId: crypto.randomUUID() }) }),
  () => ({ title: 'no session', status: 401, headers: { authorization: 'Bearer nobody' } }),
  () => ({
    title: 'the cookie from a foreign page',
    status: 403,
    headers: { authorization: '', cookie: `session=${sender.token}`, origin: 'https://evil.example' },
  }),
  () => ({ title: 'a body that is too large', status: 413, body: message({ message: 'x'.repeat(70_000) }) }),
  () => ({ title: 'a media type that is not JSON', status: 415, headers: { 'content-type': 'text/html' } }),
])('answers case %# of a direct route as the router does', async (create) => {
  const { title, status, ...request } = create()
  const direct = await send('/api/v1/message', request)
  const routed = await send('/api/v1/message?', request)
  expect([title, direct.status]).toEqual([title, status])
  expect(routed.status).toBe(status)
  expect(comparable(direct.headers)).toEqual(comparable(routed.headers))
  const [own, other] = [direct, routed].map(({ text }) => JSON.parse(text) as Record<string, unknown>)
  if (status === 200) expect(Object.keys(own ?? {})).toEqual(Object.keys(other ?? {}))
  else expect(own).toEqual(other)
})
