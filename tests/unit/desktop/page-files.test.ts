import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self' wss://rapport.test",
  "manifest-src 'self'",
  "object-src 'none'",
  "frame-src 'none'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

describe('the app protocol', () => {
  let desktop: TestDesktop
  let asked: string[]
  let isAway: boolean
  beforeEach(async () => {
    asked = []
    isAway = false
    desktop = await startTestDesktop({
      async fetch(input) {
        asked.push(String(input))
        if (isAway) throw new TypeError('fetch failed')
        return new Response('of the server')
      },
    })
  })
  afterEach(() => desktop.stop())
  const get = (path: string, method = 'GET') =>
    desktop.handler(new Request(`rapport-app://app${path}`, { method }))
  async function write(path: string, content: string | Uint8Array = path) {
    const file = join(desktop.directory, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, content)
  }

  it.each([
    ['css', 'text/css; charset=utf-8'],
    ['html', 'text/html; charset=utf-8'],
    ['js', 'text/javascript; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['png', 'image/png'],
    ['svg', 'image/svg+xml'],
    ['webmanifest', 'application/manifest+json'],
    ['woff2', 'font/woff2'],
  ])('answers with the type of the file extension: %s', async (ending, type) => {
    await write(`web/assets/a b.${ending}`, new Uint8Array([0, 1, 255]))
    const response = await get(`/assets/a%20b.${ending}`)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'content-type': type,
    })
    expect([response.status, [...(await response.bytes())]]).toEqual([200, [0, 1, 255]])
  })

  it('answers only GET and HEAD', async () => {
    await write('web/assets/a.js')
    expect((await get('/assets/a.js', 'HEAD')).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([method, (await get('/assets/a.js', method)).status]).toEqual([method, 404])
  })

  it('answers 404 with the same policy for a missing file', async () => {
    const response = await get('/assets/none.js')
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([404, POLICY])
    expect(await response.text()).toBe('There is nothing at this address.')
  })

  it.each(['/', '/index.html', '/pricing', '/a.b/c'])('answers with the page at %s', async (path) => {
    expect(await (await get(path)).text()).toBe('<title>Rapport</title>')
  })

  it.each(['offline.css', 'offline.js', 'fraunces.woff2', 'figtree.woff2'])(
    'serves the offline page without the server: %s',
    async (name) => {
      isAway = true
      await write(`offline/${name}`)
      asked.length = 0
      expect(await (await get(`/desktop/${name}`)).text()).toBe(`offline/${name}`)
      expect(asked).toEqual([])
    },
  )

  it.each(['find-bar.html', 'find-bar.css', 'find-bar.js'])(
    'serves the find bar with a policy without requests: %s',
    async (name) => {
      await write(`find-bar/${name}`)
      const response = await get(`/desktop/${name}`)
      expect([response.status, await response.text()]).toEqual([200, `find-bar/${name}`])
      expect(response.headers.get('content-security-policy')).toBe(
        POLICY.replace("connect-src 'self' wss://rapport.test", "connect-src 'none'"),
      )
    },
  )

  it.each([
    '/desktop/offline.html',
    '/desktop/other.css',
    '/desktop/a/offline.css',
    '/desktop/offline.css.js',
    '/desktop/offlineXcss.js',
    '/desktop/find-bar.json',
    '/desktop/find-bar.js.css',
    '/desktop/a-find-bar.js',
    '/more/desktop/offline.css',
    '/more/desktop/find-bar.js',
  ])('serves no other file of the app: %s', async (path) => {
    for (const file of ['offline/offline.css', 'offline/offline.js', 'find-bar/find-bar.js'])
      await write(file)
    const name = path.slice('/desktop/'.length)
    for (const folder of ['offline', 'find-bar']) await write(`${folder}/${name}`)
    expect((await get(path)).status).toBe(404)
  })

  it('reports as JSON whether the server answers', async () => {
    const answers = async () => {
      const response = await get('/desktop/reachable')
      return [response.headers.get('content-type'), await response.text()]
    }
    expect(await answers()).toEqual(['application/json', '{"reachable":true}'])
    isAway = true
    expect(await answers()).toEqual(['application/json', '{"reachable":false}'])
  })
})
