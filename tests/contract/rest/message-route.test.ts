import type { IncomingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, pair } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let sender: Person
let conversationId: string
beforeAll(async () => {
  const couple = await pair(node)
  sender = couple.asha
  conversationId = couple.conversationId
})

interface Case {
  title: string
  status: number
  /** The code of the error; none in the answer to a message that was sent. */
  code?: string
  headers?: Record<string, string>
  /** The body itself, or the fields that differ from those of a good message. */
  body?: object | string
}

async function send({ headers = {}, body = {} }: Omit<Case, 'title' | 'status'>, path = '/api/v1/message') {
  const good = { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' }
  const sent = Object.entries({ ...good, ...headers }).filter(([, value]) => value !== '')
  return await rawRequest(node.url, 'POST', path, {
    headers: Object.fromEntries(sent),
    body: typeof body === 'string' ? body : JSON.stringify({ conversationId, message: 'Hello', ...body }),
  })
}

/** Headers whose values differ from one answer to the next. */
const OWN_VALUE = ['date', 'ratelimit', 'content-length']
const comparable = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, OWN_VALUE.includes(name) ? 'differs' : value]),
  )

const FOREIGN_PAGE = { authorization: '', origin: 'https://evil.example' }
const CASES: Case[] = [
  { title: 'a message', status: 200 },
  { title: 'a message with a key', status: 200, body: { clientMessageId: 'one' } },
  { title: 'a message from a page of its own origin', status: 200, headers: { origin: 'http://localhost' } },
  { title: 'a body that is no JSON', status: 400, code: 'INVALID', body: '{' },
  { title: 'an empty message', status: 400, code: 'INVALID', body: { message: '' } },
  {
    title: 'an unknown conversation',
    status: 404,
    code: 'NOT_FOUND',
    body: { conversationId: crypto.randomUUID() },
  },
  {
    title: 'an unknown session',
    status: 401,
    code: 'UNAUTHENTICATED',
    headers: { authorization: 'Bearer nobody' },
  },
  { title: 'a foreign page without a token', status: 403, code: 'FORBIDDEN', headers: FOREIGN_PAGE },
  {
    title: 'a body that is too large',
    status: 413,
    code: 'TOO_LARGE',
    body: { message: 'x'.repeat(70_000) },
  },
  {
    title: 'a media type that is not JSON',
    status: 415,
    code: 'UNSUPPORTED_TYPE',
    headers: { 'content-type': 'text/html' },
  },
]

describe('the message route', () => {
  it.each(CASES)(
    'answers $title with $status and the headers of the API',
    async ({ status, code, ...sent }) => {
      const answer = await send(sent)
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code])
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-length': String(Buffer.byteLength(answer.text)),
        'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        connection: status === 413 || status === 415 ? 'close' : expect.anything(),
      })
      const isCounted = status === 200 || status === 404
      expect('ratelimit' in answer.headers).toBe(isCounted)
    },
  )

  it.each(CASES)(
    'answers $title alike when the address has a query string, which the router answers',
    async ({ status, code: _, ...sent }) => {
      const direct = await send(sent)
      const routed = await send(sent, '/api/v1/message?from=page')
      expect(routed.status).toBe(status)
      expect(comparable(routed.headers)).toEqual(comparable(direct.headers))
      const [own, other] = [direct, routed].map(({ text }) => JSON.parse(text))
      if (status === 200) expect(Object.keys(other)).toEqual(Object.keys(own))
      else expect(other).toEqual(own)
    },
  )
})
