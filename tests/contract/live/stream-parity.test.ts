import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const OWN = 'https://rapport.example'
const LISTED = 'https://partner.example'
const COOKIE = '__Host-rapport_session'

const database = useStarted(createTestDatabase)
const node = useNode(() => ({
  databaseUrl: database.url,
  env: { PUBLIC_URL: OWN, ALLOWED_ORIGINS: LISTED },
}))
const plain = useNode(() => ({
  databaseUrl: database.url,
  // Three streams a minute, instead of sixty in production.
  env: { RATE_LIMIT_FACTOR: '0.05' },
}))
let asha: Person
let ben: Person
beforeAll(async () => {
  ;[asha, ben] = [await join(node), await join(node)]
})

/** Sends a head on a new connection. Resolves with the answer once it is complete or, for a stream, ready. */
function send(base: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    const done = () => {
      socket.destroy()
      resolve(text)
    }
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('event: ready') || /\}(\r\n0\r\n\r\n)?$/.test(text)) done()
    })
    socket.on('end', done).on('error', reject)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

/** What must be the same on both ways: all but the date and what describes the connection and the length. */
function comparable(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [statusLine, ...lines] = head.split('\r\n')
  const headers = lines
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter(
      (line) => !/^(date|connection|keep-alive|transfer-encoding|content-length|ratelimit): /.test(line),
    )
    .map((line) => line.replace(/^retry-after: \d+$/, 'retry-after: n'))
    .sort()
  const code = /"code":"(\w+)"/.exec(body)?.[1]
  return { statusLine, headers, body: code ?? /event: \w+\ndata: .*/.exec(body)?.[0] }
}

/** The head of an answer on a bare socket ends with its date, that of node:http with the transfer encoding. */
const isBySocket = (answer: string) => /\r\ndate: [^\r]+\r\n\r\n/i.test(answer)

async function bothWays(base: string, requestLine: string, headers: Record<string, string>) {
  const lines = [
    requestLine,
    'Host: rapport.example',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const onSocket = await send(base, lines)
  // A header with a rarer name leaves the request to node:http.
  const onHttp = await send(base, [...lines, 'X_Rare: 1'])
  return { onSocket, onHttp }
}

describe('a bare socket and node:http', () => {
  const bearer = (person: Person) => ({ Authorization: `Bearer ${person.token}` })
  const cookie = (person: Person) => ({ Cookie: `${COOKIE}=${person.token}` })

  it.each<[string, number, () => Record<string, string>]>([
    ['without a session', 401, () => ({})],
    ['with an unknown token', 401, () => ({ Authorization: `Bearer ${'x'.repeat(43)}` })],
    ['with another scheme', 401, () => ({ Authorization: 'Basic eDp5' })],
    ['of another member', 403, () => bearer(ben)],
    ['with a token', 200, () => bearer(asha)],
    ['with a token and an unknown last id', 200, () => ({ ...bearer(asha), 'Last-Event-ID': '1-0' })],
    ['with the cookie', 200, () => cookie(asha)],
    ['with the cookie, from our own page', 200, () => ({ ...cookie(asha), Origin: OWN })],
    [
      'with the cookie, from a foreign page',
      401,
      () => ({ ...cookie(asha), Origin: 'https://evil.example' }),
    ],
    ['with the cookie, from a listed page', 401, () => ({ ...cookie(asha), Origin: LISTED })],
    [
      'with the cookie, from another site, without Origin',
      200,
      () => ({ ...cookie(asha), 'Sec-Fetch-Site': 'cross-site' }),
    ],
    ['with a token, from a listed page', 200, () => ({ ...bearer(asha), Origin: LISTED })],
    ['with a token, from a foreign page', 200, () => ({ ...bearer(asha), Origin: 'https://evil.example' })],
    ['with the headers of a proxy', 200, () => ({ ...bearer(asha), 'X-Forwarded-For': '203.0.113.7' })],
  ])('refuse a request %s alike', async (_, status, headers) => {
    const { onSocket, onHttp } = await bothWays(node.url, `GET /subscribe/${asha.id} HTTP/1.1`, headers())
    expect(comparable(onSocket)).toEqual(comparable(onHttp))
    expect(onSocket).toContain(`HTTP/1.1 ${status} `)
    expect([isBySocket(onSocket), isBySocket(onHttp)]).toEqual([true, false])
  })

  // covers: beyond-bare-socket-stream
  it('include the date, the CORS headers and Strict-Transport-Security', async () => {
    const headers = { ...bearer(asha), Origin: LISTED }
    const { onSocket } = await bothWays(node.url, `GET /subscribe/${asha.id} HTTP/1.1`, headers)
    const date = /^date: (.+)$/im.exec(onSocket)?.[1] ?? ''
    expect(new Date(date).toUTCString()).toBe(date)
    expect(onSocket).toMatch(new RegExp(`^access-control-allow-origin: ${LISTED}\r$`, 'im'))
    expect(onSocket).toMatch(/^vary: Origin\r$/im)
    expect(onSocket).toMatch(/^strict-transport-security: /im)
  })

  // covers: beyond-bare-socket-stream
  it('refuse requests beyond the rate limit', async () => {
    const carla = await join(node)
    const requestLine = `GET /subscribe/${carla.id} HTTP/1.1`
    for (let index = 0; index < 2; index += 1) await bothWays(plain.url, requestLine, bearer(carla))
    const { onSocket, onHttp } = await bothWays(plain.url, requestLine, bearer(carla))
    expect(comparable(onSocket)).toEqual(comparable(onHttp))
    expect(comparable(onSocket)).toMatchObject({ body: 'RATE_LIMITED' })
    expect(onSocket).toMatch(/^ratelimit-policy: "streamByAccount"/im)
  })
})

describe('a node that stops', () => {
  it('ends its streams on bare sockets, and closes connections that have sent nothing', async () => {
    const stopping = await startApp()
    const dora = await join(stopping)
    const stream = await dora.stream()
    const { hostname, port } = new URL(stopping.url)
    const silent = connect({ host: hostname, port: Number(port) })
    await new Promise((done) => silent.once('connect', done))
    const ended = new Promise((done) => silent.once('close', done))
    silent.end()
    await Promise.all([stopping[Symbol.asyncDispose](), stream.ended, ended])
    expect(stream.received.map(({ event }) => event)).toEqual(['ready'])
  })
})
