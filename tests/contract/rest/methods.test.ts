import { pino } from 'pino'
import { expect, it } from 'vitest'
import { join } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { useNode } from '../../kit/use-node.ts'

const lines: string[] = []
const node = useNode({ log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) })

it.each([
  ['TRACE', '/graphql', 'GET, POST, OPTIONS'],
  ['PUT', '/graphql', 'GET, POST, OPTIONS'],
  ['DELETE', '/graphql?query={__typename}', 'GET, POST, OPTIONS'],
  ['TRACE', '/auth', 'POST'],
  ['TRACE', '/api/session', 'GET'],
  ['TRACE', '/subscribe/019a0000-0000-7000-8000-000000000000', 'GET'],
])(
  'answers %s %s with 405 and the allowed methods, without a line in the log',
  async (method, path, allowed) => {
    lines.length = 0
    const { status, headers, text } = await rawRequest(node.url, method, path)
    expect([status, headers.allow]).toEqual([405, allowed])
    expect(text).toContain('"code":"METHOD_NOT_ALLOWED"')
    expect(lines).toEqual([])
  },
)

it.each([
  '/API/session',
  '/api/Session',
  '/api/session/',
  '/Auth',
  '/healthz/',
  '/Metrics',
  '/metrics/',
  '/Status',
])('answers %s, which is no path of the contract, with 404', async (path) => {
  expect((await rawRequest(node.url, 'GET', path)).status).toBe(404)
})

it('refuses HEAD for routes that change something by GET, and changes nothing', async () => {
  const asha = await join(node)
  const headers = { authorization: `Bearer ${asha.token}` }
  for (const path of [
    '/api/v1/logout',
    '/api/verify?code=x&email=a%40b.example',
    '/api/v1/conversation/019a0000-0000-7000-8000-000000000000/resign',
  ]) {
    const answer = await rawRequest(node.url, 'HEAD', path, { headers })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET'])
  }
  expect((await rawRequest(node.url, 'GET', '/api/session', { headers })).status).toBe(200)
})
