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
  /** The body itself, or the fields that differ from those of a good message. */
  body?: object | string
}

/** Sends a message to this address. The address with a question mark is the same call, answered by the router. */
async function send(address: string, { headers = {}, body = {} }: Case) {
  const good = { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' }
  const sent = Object.entries({ ...good, ...headers }).filter(([, value]) => value !== '')
  return await rawRequest(node.url, 'POST', address, {
    headers: Object.fromEntries(sent),
    body: typeof body === 'string' ? body : JSON.stringify({ conversationId, message: 'Hello', ...body }),
  })
}

const CASES: Case[] = [
  { title: 'a message', status: 200 },
  { title: 'a message with a key', status: 200, body: { clientMessageId: 'one' } },
  { title: 'a message from a page of its own origin', status: 200, headers: { origin: 'http://localhost' } },
  { title: 'a body that is no JSON', status: 400, body: '{' },
  { title: 'an empty message', status: 400, body: { message: '' } },
  { title: 'an unknown conversation', status: 404, body: { conversationId: crypto.randomUUID() } },
  { title: 'an unknown session', status: 401, headers: { authorization: 'Bearer nobody' } },
  {
    title: 'a foreign page without a token',
    status: 403,
    headers: { authorization: '', origin: 'https://evil.example' },
  },
  { title: 'a body that is too large', status: 413, body: { message: 'x'.repeat(70_000) } },
  { title: 'a media type that is not JSON', status: 415, headers: { 'content-type': 'text/html' } },
]

describe('a call that bypasses the router', () => {
  it.each(CASES)('answers $title as the router does', async (one) => {
    const direct = await send('/api/v1/message', one)
    const routed = await send('/api/v1/message?', one)
    expect([direct.status, routed.status]).toEqual([one.status, one.status])
    expect(comparable(direct.headers)).toEqual(comparable(routed.headers))
    const [own, other] = [direct, routed].map(({ text }) => JSON.parse(text) as Record<string, unknown>)
    if (one.status === 200) expect(Object.keys(own ?? {})).toEqual(Object.keys(other ?? {}))
    else expect(own).toEqual(other)
  })
})
