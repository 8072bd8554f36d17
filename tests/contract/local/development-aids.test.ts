import { describe, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { startApp } from '../../kit/app.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const AIDS = ['/dev/mail', '/dev/mail.json', '/dev/pay', '/dev/pay/pages.css']

const sandbox = useStarted(() => startPaymentSandbox())
const node = useNode({ payments: sandbox, env: { METRICS_TOKEN: 'a-token-for-the-scraper' } })

describe('the development aids', () => {
  it.each(AIDS)('answer a request of this machine at %s', async (path) => {
    expect((await rawRequest(node.url, 'GET', path)).status).toBe(200)
    const named = { headers: { host: 'localhost:3000' } }
    expect((await rawRequest(node.url, 'GET', path, named)).status).toBe(200)
  })

  // covers: design-dev-pages-refuse-foreign-hosts
  it.each([
    ['host', 'evil.example'],
    ['host', '127.0.0.1.evil.example'],
    ['host', '192.168.1.4:3000'],
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-port', '443'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
  ])('answer 404 to a request with %s: %s', async (name, value) => {
    for (const path of AIDS) {
      const answer = await rawRequest(node.url, 'GET', path, { headers: { [name]: value } })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })

  it.each([
    '/Dev/mail.json',
    '/DEV/MAIL',
    '/dev/Mail.json',
    '/dev/mail.json/',
    '//dev/mail.json',
    '/dev%2Fmail.json',
    '/Dev/pay',
    '/dev/pay/',
  ])('answer 404 to the path %s, which is none of theirs', async (path) => {
    const foreign = { headers: { host: 'evil.example', 'x-forwarded-for': '203.0.113.7' } }
    expect((await rawRequest(node.url, 'GET', path, foreign)).status).toBe(404)
    expect((await rawRequest(node.url, 'GET', path)).status).toBe(404)
  })

  it('refuse a form from a page of another origin', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    const options = { headers: form, body: 'api=down&webhooks=held' }
    expect((await rawRequest(node.url, 'POST', '/dev/pay/switches', options)).status).toBe(403)
    expect(sandbox.simulation.api).toBe('up')
  })

  // covers: design-development-aids-on-loopback
  it.each([
    { PUBLIC_URL: 'https://rapport.example' },
    { HOST: '0.0.0.0', SMTP_URL: 'smtp://127.0.0.1:1' },
    { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://localhost' },
  ])('do not exist on a server with %j', async (env) => {
    const open = await startApp({ payments: sandbox, env })
    try {
      const base = open.url.replace('0.0.0.0', '127.0.0.1')
      for (const path of AIDS) expect((await rawRequest(base, 'GET', path)).status).toBe(404)
    } finally {
      await open[Symbol.asyncDispose]()
    }
  })

  it('refuse payment sandbox calls under a foreign host name', async () => {
    const { apiUrl, clientId, clientSecret } = sandbox.settings.paypal
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const ask = (host?: string) =>
      rawRequest(apiUrl, 'POST', '/v1/oauth2/token', {
        headers: {
          authorization,
          'content-type': 'application/x-www-form-urlencoded',
          ...(host ? { host } : {}),
        },
        body: 'grant_type=client_credentials',
      })
    expect((await ask()).status).toBe(200)
    expect((await ask('evil.example')).status).toBe(404)
  })
})

describe('/metrics', () => {
  const metrics = (headers: Record<string, string> = {}) =>
    rawRequest(node.url, 'GET', '/metrics', { headers })

  it('answers this machine without a token', async () => {
    expect((await metrics()).text).toContain('rapport_online_people')
  })

  // covers: design-metrics-token
  it.each([
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '203.0.113.7'],
    ['x-forwarded-host', 'rapport.example'],
    ['x-forwarded-for', '203.0.113.7'],
    ['host', 'rapport.example'],
  ])('requires the token for a request with %s: %s', async (name, value) => {
    expect((await metrics({ [name]: value })).status).toBe(404)
    const wrong = await metrics({ [name]: value, authorization: 'Bearer a-token-for-the-scrapes' })
    expect(wrong.status).toBe(404)
    const right = await metrics({ [name]: value, authorization: 'Bearer a-token-for-the-scraper' })
    expect(right.status).toBe(200)
  })
})

describe('demo accounts in a copied database', () => {
  const LOGINS = [
    { demo: false, userName: 'admin@demo.test' },
    { demo: true, userName: 'partner@elsewhere.example' },
  ]

  // covers: design-demo-accounts-local-only
  it.each(LOGINS)('can neither log in nor use their sessions outside local mode: %j', async (row) => {
    const { password } = aRegistration()
    const member = await join(node)
    expect((await member.call('GET', '/api/session')).status).toBe(200)
    const { database, events } = node.app.context
    await database.prisma.user.update({ where: { id: member.id }, data: row })
    await events.emit('userChanged', { userId: member.id })
    const body = { userName: row.userName, password }
    expect(await call(node.url, 'POST', '/auth', { body })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED', message: 'The email or password is not right. Please try again.' },
    })
    expect((await member.call('GET', '/api/session')).status).toBe(401)
    await expect(member.stream()).rejects.toThrow('401')
  })

  it('cannot be registered', async () => {
    const body = aRegistration({ userName: 'asha@demo.test' })
    expect((await call(node.url, 'POST', '/api/user', { body })).status).toBe(400)
  })
})

it('a server that other machines can reach does not start without SMTP_URL', async () => {
  await expect(startApp({ env: { HOST: '0.0.0.0' } })).rejects.toThrow('HOST=0.0.0.0: needs SMTP_URL')
})
