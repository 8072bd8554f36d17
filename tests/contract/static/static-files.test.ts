import { fstatSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../kit/app.ts'

/** More than a connection's buffers hold. */
const LARGE = 32 * 1024 * 1024

let folder: string
let unreadable: Server
let node: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-files-'))
  await writeFile(join(folder, 'index.html'), '<html><head></head><body></body></html>')
  await mkdir(join(folder, 'en'))
  await writeFile(join(folder, 'en/404.html'), '<html><head></head><body>404</body></html>')
  for (const hidden of ['.vite', '.well-known', 'assets/.cache']) {
    await mkdir(join(folder, hidden), { recursive: true })
    await writeFile(join(folder, hidden, 'manifest.json'), '{"secret":"name"}')
  }
  await writeFile(join(folder, '.env'), 'SECRET=name')
  for (const name of ['app.js', 'app.css', 'mark.svg']) await writeFile(join(folder, name), '/* é */')
  await writeFile(join(folder, 'large.js'), Buffer.alloc(LARGE, 32))
  // Exists, but cannot be opened, as when a process has no file descriptors left.
  unreadable = createServer()
  await new Promise<void>((resolve) => unreadable.listen(join(folder, 'unreadable.js'), resolve))
  node = await startApp({ web: { files: folder, pages: folder } })
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  unreadable.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a static file', () => {
  // covers: beyond-unreadable-file
  it('ends its answer, and nothing else, when it cannot be read', async () => {
    await expect(fetch(`${node.url}/unreadable.js`).then((answer) => answer.text())).rejects.toThrow()
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
  })

  // covers: design-hidden-files
  it.each([
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/assets/.cache/manifest.json',
    '/.env',
    '/.%65nv',
  ])('does not appear at a hidden path: %s', async (path) => {
    const answer = await fetch(node.url + path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('name')
  })

  it.each([
    ['/app.js', 'text/javascript; charset=utf-8'],
    ['/app.css', 'text/css; charset=utf-8'],
    ['/mark.svg', 'image/svg+xml; charset=utf-8'],
  ])('names its encoding when it has text: %s', async (path, type) => {
    const answer = await fetch(node.url + path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  })

  it('appears below /.well-known/', async () => {
    expect((await fetch(`${node.url}/.well-known/manifest.json`)).status).toBe(200)
  })

  it('closes when the client disconnects', async () => {
    const large = statSync(join(folder, 'large.js'))
    const isLarge = (descriptor: string) => {
      try {
        const { dev, ino } = fstatSync(Number(descriptor))
        return dev === large.dev && ino === large.ino
      } catch {
        // Closed since the list was read.
        return false
      }
    }
    const opened = () => readdirSync('/dev/fd').filter(isLarge).length
    const leaving = new AbortController()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${node.url}/large.js`, { signal: leaving.signal })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await expect.poll(opened).toBe(5)
    leaving.abort()
    await expect.poll(opened).toBe(0)
  })
})
