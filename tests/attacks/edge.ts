import { rawRequest } from '../kit/raw-request.ts'
import { type Attack, EVIL, type Finding, freshAddress, postJson, register, type Target } from './attack.ts'

/** Requests a path as if through a proxy or under a foreign host name. */
const asForeign = (item: number, path: string, headers: Record<string, string>): Attack => ({
  item,
  name: `GET ${path} with ${Object.entries(headers).map((pair) => pair.join(': '))}`,
  expected: '404',
  async run({ url }) {
    const { status } = await rawRequest(url, 'GET', path, { headers })
    return { seen: String(status), holds: status === 404 }
  },
})

/** Sends more attempts than one address may make in 15 minutes, each with the headers of `forwarded`. */
async function tryManyTimes({ url }: Target, forwarded: (count: number) => string): Promise<Finding> {
  for (let count = 1; count <= 40; count += 1) {
    const headers = { 'x-forwarded-for': forwarded(count) }
    const { status } = await rawRequest(url, 'GET', '/password/validate-token?token=guess', { headers })
    if (status === 429) return { seen: `429 at try ${count}`, holds: true }
  }
  return { seen: '40 tries answered', holds: false }
}

const credentialsOf = async (target: Target) => {
  const { userName, password } = await register(target)
  return { userName, password }
}

/** The session's cookie as the browser has it, with an Origin that is not ours. */
async function logOutFrom(target: Target, origin: string): Promise<Finding> {
  const { cookies } = await register(target)
  const { status } = await rawRequest(target.url, 'GET', '/api/v1/logout', {
    headers: { cookie: cookies, origin },
  })
  return { seen: `status ${status}`, holds: status === 403 }
}

/** Paths that a redirect or a page could take for the name of another server. */
const FOREIGN_PATHS = ['/evil.example', '/%5Cevil.example', '/%2Fevil.example', '/\\evil.example'].flatMap(
  (rest) =>
    [rest, `/de${rest}`, `/de/${rest}`, `/verify${rest}`, `/password/reset/${rest}`].map((one) => `/${one}`),
)

/** Asks for pages whose path names another server. */
async function lookForRedirects({ url }: Target): Promise<Finding> {
  const seen = new Set<string>()
  for (const path of [...FOREIGN_PATHS, ...FOREIGN_PATHS.map((one) => one.slice(1))]) {
    const { status, headers, text } = await rawRequest(url, 'GET', `${path}/`)
    const { location, refresh } = headers
    const elsewhere = location ?? refresh ?? /<link rel="canonical" href="[^"]*evil/.exec(text)?.[0]
    seen.add(elsewhere ? `${status} to ${elsewhere}` : String(status))
  }
  return { seen: [...seen].join(', '), holds: ![...seen].some((one) => one.includes(' to ')) }
}

export const EDGE_ATTACKS: Attack[] = [
  asForeign(2, '/dev/mail.json', { host: 'evil.example' }),
  asForeign(2, '/dev/mail.json', { 'x-forwarded-for': '203.0.113.7' }),
  asForeign(2, '/dev/mail.json', { via: '1.1 proxy' }),
  asForeign(2, '/Dev/mail.json', { host: 'evil.example' }),
  asForeign(2, '/dev/mail.json/', { 'x-forwarded-for': '203.0.113.7' }),
  asForeign(2, '/DEV/pay', { 'x-real-ip': '203.0.113.7' }),
  asForeign(2, '/dev/pay', { 'x-real-ip': '203.0.113.7' }),
  asForeign(2, '/metrics', { forwarded: 'for=203.0.113.7' }),
  asForeign(2, '/metrics', { 'x-real-ip': '203.0.113.7' }),
  {
    item: 5,
    name: 'evade a limit with a forged X-Forwarded-For',
    expected: '429 within 31 attempts',
    run(target) {
      const own = freshAddress()
      return tryManyTimes(target, (count) => `203.0.113.${count}, ${own}`)
    },
  },
  {
    item: 5,
    name: 'evade a limit by the addresses of one IPv6 /64',
    expected: '429 within 31 attempts',
    run(target) {
      const subnet = Math.floor(Math.random() * 0xffff).toString(16)
      return tryManyTimes(target, (count) => `2001:db8:77:${subnet}::${count.toString(16)}`)
    },
  },
  {
    item: 7,
    name: 'login CSRF: POST /auth by a page of another origin',
    expected: '403 and no cookie',
    async run(target) {
      const headers = { origin: EVIL, 'content-type': 'text/plain', 'x-forwarded-for': freshAddress() }
      const answer = await postJson(target, '/auth', await credentialsOf(target), headers)
      const cookie = answer.headers['set-cookie'] ? 'a cookie' : 'no cookie'
      return { seen: `${answer.status}, ${cookie}`, holds: answer.status === 403 && cookie === 'no cookie' }
    },
  },
  {
    item: 7,
    name: 'change state with the cookie from another origin',
    expected: '403',
    run: (target) => logOutFrom(target, EVIL),
  },
  {
    item: 7,
    name: 'change state with the cookie from our host under another scheme',
    expected: '403',
    run: (target) => logOutFrom(target, target.url.replace('http:', 'https:')),
  },
  {
    item: 7,
    name: 'read answers of /graphql and /subscribe without nosniff',
    expected: 'nosniff on both',
    async run({ url }) {
      const answers = [
        await rawRequest(url, 'GET', '/graphql?query={__typename}'),
        await rawRequest(url, 'GET', '/subscribe/me'),
      ]
      const seen = answers.map(({ headers }) => headers['x-content-type-options'] ?? 'none')
      return { seen: seen.join(', '), holds: seen.every((value) => value === 'nosniff') }
    },
  },
  {
    item: 7,
    name: 'find a personal answer in a shared cache',
    expected: 'Cache-Control: no-store',
    async run(target) {
      const { token } = await register(target)
      const { headers } = await rawRequest(target.url, 'GET', '/api/session', {
        headers: { authorization: `Bearer ${token}` },
      })
      const seen = headers['cache-control'] ?? 'none'
      return { seen, holds: seen === 'no-store' }
    },
  },
  {
    item: 7,
    name: 'read /.vite/manifest.json',
    expected: '404',
    async run({ url }) {
      const { status } = await rawRequest(url, 'GET', '/.vite/manifest.json')
      return { seen: String(status), holds: status === 404 }
    },
  },
  {
    item: 7,
    name: 'be sent to another server by the path of a page',
    expected: 'no redirect and no canonical address elsewhere',
    run: lookForRedirects,
  },
]
