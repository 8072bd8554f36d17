import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isDesktopAgent } from '#schema/desktop.ts'
import { SERVER, startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'

interface Asked {
  url: string
  init: RequestInit
}

describe('the pages of the desktop app', () => {
  let desktop: TestDesktop
  let asked: Asked[]
  let answer: (url: string) => Response | Promise<Response>

  beforeEach(async () => {
    asked = []
    answer = () => new Response('ok')
    desktop = await startTestDesktop({
      fetch: async (input, init = {}) => {
        asked.push({ url: String(input), init })
        return answer(String(input))
      },
    })
    asked.length = 0
  })
  afterEach(() => desktop.stop())
  const get = (path: string, init?: RequestInit) =>
    desktop.handler(new Request(path.includes('://') ? path : `rapport-app://app${path}`, init))

  // covers: beyond-desktop-content-policy
  it('come from the build, with their types and a policy that allows no other origin', async () => {
    const script = await get('/assets/main.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    const page = await get('/')
    expect(await page.text()).toContain('Rapport')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|https:|\*/)
    expect(policy).toContain("connect-src 'self' wss://rapport.test")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['/pricing', '/verify?code=1', '/no/such/page'])('answer with the page at %s', async (path) => {
    expect(await (await get(path)).text()).toContain('<title>Rapport</title>')
  })

  // covers: beyond-desktop-scheme
  it.each([
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.html',
    '/..%5csecret.html',
    '/%00/secret.html',
    '/%E0%A4%A.html',
    '/link/secret.html',
    '/assets/none.js',
    '/settings.conf',
    'rapport-app://elsewhere/index.html',
  ])('answer 404 at %s', async (path) => {
    await symlink(desktop.directory, join(desktop.directory, 'web/link'))
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('outside')
  })

  // covers: beyond-desktop-rest-contract
  it('forward the calls of the contract to the server like its own pages', async () => {
    answer = () =>
      Response.json(
        { id: 1 },
        { status: 201, headers: { 'Retry-After': '3', 'Set-Cookie': 'a=b', 'X-More': '1' } },
      )
    const response = await get('/api/v1/message?x=1', {
      method: 'POST',
      headers: {
        'X-Proof': 'worked for',
        Authorization: 'Bearer t',
        'Content-Type': 'application/json',
        Origin: 'https://evil.test',
        'X-Odd': '1',
      },
      body: '{"message":"hi"}',
    })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ id: 1 })
    expect(response.headers.get('retry-after')).toBe('3')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-more')).toBeNull()
    const [{ url, init } = { url: '', init: {} }] = asked
    const headers = new Headers(init.headers)
    expect(url).toBe(`${SERVER}/api/v1/message?x=1`)
    expect(headers.get('origin')).toBe(SERVER)
    expect(headers.get('x-proof')).toBe('worked for')
    expect(headers.get('authorization')).toBe('Bearer t')
    expect(headers.get('x-odd')).toBeNull()
    expect(init.redirect).toBe('error')
    expect(new TextDecoder().decode(init.body as ArrayBuffer)).toBe('{"message":"hi"}')
  })

  it('keep the cookies of the server, and send its origin', async () => {
    answer = () => Response.json({}, { headers: { 'Set-Cookie': 'device=abc; HttpOnly; Secure; Path=/' } })
    await get('/auth', { method: 'POST', body: '{}' })
    await get('/api/session')
    const [first, second] = asked.map(({ init }) => new Headers(init.headers))
    expect(first?.get('cookie')).toBeNull()
    expect(second?.get('cookie')).toBe('device=abc')
    expect(second?.get('sec-fetch-site')).toBe('same-origin')
    await desktop.double.session.clearStorageData()
    await get('/api/session')
    expect(new Headers(asked[2]?.init.headers).get('cookie')).toBeNull()
  })

  it('name the app in the User-Agent of their calls, also when the page names another', async () => {
    await get('/api/session', { headers: { 'User-Agent': 'Something else' } })
    const agent = new Headers(asked[0]?.init.headers).get('user-agent') ?? ''
    expect(agent).toMatch(/ Electron\/[\d.]+ .* rapport-desktop\/1\.2\.3$/)
    expect(isDesktopAgent(agent)).toBe(true)
  })

  it.each([
    ['POST', '/graphql'],
    ['POST', '/auth'],
    ['GET', '/api/session'],
    ['PUT', '/api/v1/conversation/typing/true'],
    ['GET', '/subscribe/01999999-0000-7000-8000-000000000001'],
  ])('forward %s %s', async (method, path) => {
    await get(path, { method })
    expect(asked.map(({ url }) => url)).toEqual([`${SERVER}${path}`])
  })

  it.each([
    ['POST', '/api/v1/webhooks/razorpay'],
    ['GET', '/metrics'],
    ['GET', '/dev/mail.json'],
    ['POST', '/anything'],
    ['GET', '/graphql'],
  ])('do not forward %s %s', async (method, path) => {
    await get(path, { method })
    expect(asked.filter(({ url }) => !url.endsWith('/healthz'))).toEqual([])
  })

  // covers: beyond-desktop-live-stream
  it('forward the live stream as it arrives, and close it when the page does', async () => {
    let ended = false
    const encoder = new TextEncoder()
    let push: (text: string) => void = () => undefined
    answer = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            push = (text) => controller.enqueue(encoder.encode(text))
          },
          cancel() {
            ended = true
          },
        }),
      )
    const response = await get('/subscribe/me', { headers: { 'Last-Event-ID': '7' } })
    const reader = response.body?.getReader()
    push('id: 8\n\n')
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('id: 8\n\n')
    expect(new Headers(asked[0]?.init.headers).get('last-event-id')).toBe('7')
    await reader?.cancel()
    expect(ended).toBe(true)
  })

  it('load after a slow health check without a second one', async () => {
    let arrive: (response: Response) => void = () => undefined
    const slow = () =>
      new Promise<Response>((resolve) => {
        arrive = resolve
      })
    answer = slow
    expect((await get('/pricing')).status).toBe(503)
    const outcome = get('/desktop/reachable')
    arrive(new Response('ok'))
    expect(await (await outcome).json()).toEqual({ reachable: true })
    expect(await (await get('/pricing')).text()).toContain('<title>Rapport</title>')
    // The health check counted only for that page.
    expect((await get('/pricing')).status).toBe(503)
    expect(asked.filter(({ url }) => url.endsWith('/healthz'))).toHaveLength(2)
  })

  it('show the offline page with a retry button when the server is unreachable', async () => {
    answer = () => Promise.reject(new TypeError('fetch failed'))
    const page = await get('/verify?code=1')
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('Offline')
    expect((await get('/api/session')).type).toBe('error')
    answer = () => new Response('ok')
    expect(await (await get('/verify?code=1')).text()).toContain('<title>Rapport</title>')
  })
})
