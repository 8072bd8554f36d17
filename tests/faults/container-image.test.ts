import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDockerfile, type UnpackedImage, unpackImage } from '../kit/container-image.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { call } from '../kit/person.ts'
import { freePort, startRedis } from '../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../kit/secret-key.ts'

const described = readDockerfile()
let image: UnpackedImage
let database: TestDatabase
beforeAll(async () => {
  image = await unpackImage(described)
  database = await createTestDatabase()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await image.remove()
})

/** Runs a command of the image in its folder, as its user and with its environment alone. */
function runInImage([program, ...args]: readonly string[], env: Record<string, string>) {
  expect(program).toBe('node')
  const isRoot = process.getuid?.() === 0
  const child = spawn(image.node, args, {
    cwd: image.folder,
    env: { ...described.env, ...env },
    ...(isRoot ? { uid: described.user, gid: described.user } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
  return { child, exited: once(child, 'exit'), output: () => output }
}

describe('the files of the container image', () => {
  it('serve as an unprivileged user who can write none of them, and stop on SIGTERM', async (context) => {
    const redis = await startRedis()
    if (!redis) return context.skip('redis-server is not installed')
    const port = String(await freePort())
    const before = image.files()
    const server = runInImage(described.command, {
      HOST: '127.0.0.1',
      PORT: port,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SECRET_KEY: TEST_SECRET_KEY,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://rapport.example',
    })
    const url = `http://127.0.0.1:${port}`
    await expect
      .poll(() => {
        if (server.child.exitCode !== null) throw new Error(server.output())
        return call(url, 'GET', '/readyz').then(({ status }) => status, String)
      })
      .toBe(200)
    expect((await call(url, 'GET', '/')).body.text).toContain('<title>')
    const check = runInImage(described.healthCheck, { PORT: port })
    expect(await check.exited, check.output()).toEqual([0, null])

    server.child.kill('SIGTERM')
    expect(await server.exited, server.output()).toEqual([0, null])
    expect(image.files()).toEqual(before)
    await redis.stop()
  })

  it('tell the container engine that a server is not ready', async () => {
    const check = runInImage(described.healthCheck, { PORT: String(await freePort()) })
    expect(await check.exited).toEqual([1, null])
  })

  it('contain no package that only builds or tests', () => {
    const isOf = (names: readonly string[]) => (file: string) =>
      names.some((name) => file.startsWith(`node_modules/${name}/`))
    expect(
      image.files().filter(isOf(['vite', 'prisma', 'electron', 'react', 'vitest', 'typescript'])),
    ).toEqual([])
  })
})
