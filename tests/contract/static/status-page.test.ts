import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHealth } from '#server/health.ts'
import { type ServiceHealth, statusPage } from '#server/transports/static/status-page.ts'
import { startNode, type TestApp } from '../../kit/app.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { call } from '../../kit/person.ts'
import { openTcpProxy, type TcpProxy } from '../../kit/tcp-proxy.ts'
import { useStarted } from '../../kit/use-started.ts'

const HEALTHY: ServiceHealth = {
  checkedAt: new Date('2020-11-23T18:07:00Z'),
  hasDatabase: true,
  hasRedis: true,
  takesPayments: true,
}

/** Returns the headline, and the state of each part by its name. */
function read(page: string) {
  const parts = [...page.matchAll(/<h2>(.*?)<\/h2>.*?<strong>(.*?)<\/strong>/gs)]
  return {
    headline: /<h1>(.*?)<\/h1>/.exec(page)?.[1],
    parts: Object.fromEntries(parts.map(([, name, state]) => [name, state])),
  }
}

describe('the status page', () => {
  it('says that everything works', () => {
    expect(read(statusPage(HEALTHY))).toEqual({
      headline: 'Everything works',
      parts: { 'Your account': 'Works', Chat: 'Works', 'Finding someone': 'Works', Payments: 'Works' },
    })
    expect(statusPage(HEALTHY)).toContain('18:07 UTC')
  })

  it('says without Redis that chat is slow and that searching doesn’t work', () => {
    expect(read(statusPage({ ...HEALTHY, hasRedis: false }))).toEqual({
      headline: 'Some parts don’t work right now',
      parts: { 'Your account': 'Works', Chat: 'Slow', 'Finding someone': 'Doesn’t work', Payments: 'Works' },
    })
  })

  it('leaves payments out on a server that takes none', () => {
    expect(read(statusPage({ ...HEALTHY, takesPayments: false })).parts).not.toHaveProperty('Payments')
  })

  it('contains no script and loads nothing', () => {
    const page = statusPage(HEALTHY)
    expect(page).not.toMatch(/<script|<link|<img|url\(|src=/)
    expect(page).toContain('prefers-color-scheme: dark')
  })
})

describe('the checks behind the status page', () => {
  it('serve all visitors for five seconds', async () => {
    let at = 0
    let checks = 0
    const ping = async () => {
      checks += 1
    }
    const health = createHealth({ database: { ping }, redis: null, takesPayments: false, now: () => at })
    await Promise.all([health(), health()])
    at = 4_999
    await health()
    expect(checks).toBe(1)
    at = 5_000
    await health()
    expect(checks).toBe(2)
  })
})

describe('GET /status', () => {
  const database = useStarted(createTestDatabase)
  let proxy: TcpProxy
  let node: TestApp
  let time = Date.now()

  beforeAll(async () => {
    proxy = await openTcpProxy(database.url)
    node = await startNode({ databaseUrl: proxy.url, clock: { now: () => time } })
  })
  afterAll(async () => {
    await proxy.restore()
    await node[Symbol.asyncDispose]()
    await proxy.close()
  })

  const visit = async () => {
    time += 10_000
    const { status, headers, body } = await call(node.url, 'GET', '/status')
    return { status, headers, page: String(body.text) }
  }

  it('answers with a page that may be kept for seconds', async () => {
    const { status, headers, page } = await visit()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=5')
    expect(read(page).headline).toBe('Everything works')
  })

  it('answers while the database is away or hangs, and reveals nothing internal', async () => {
    await proxy.refuse()
    const away = await visit()
    await proxy.restore()
    proxy.hang()
    const hanging = await visit()
    await proxy.restore()

    for (const { status, page } of [away, hanging]) {
      expect(status).toBe(200)
      expect(read(page).headline).toBe('Rapport isn’t available right now')
      expect(page).not.toMatch(/postgres|redis|database|127\.0\.0\.1|ECONN|error/i)
    }
  })
})
