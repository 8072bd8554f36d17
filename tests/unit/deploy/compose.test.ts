import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { findProgram } from '../../kit/find-program.ts'
import { freePort } from '../../kit/redis-server.ts'
import { DEPLOY } from '../../kit/reverse-proxies.ts'
import { withRealClock } from '../../kit/shifted-clock.ts'

/** The properties that guard security and availability. The workflow checks the whole file with Docker Compose. */
const service = z.object({
  image: z.string().regex(/:[\w.-]+$/, 'expected a tag'),
  user: z.string().regex(/^[1-9]\d*:[1-9]\d*$/, 'expected a user and a group other than root'),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.literal('unless-stopped'),
  privileged: z.undefined().optional(),
  cap_add: z.undefined().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  secrets: z.array(z.union([z.string(), z.object({ source: z.string(), target: z.string() })])).default([]),
  networks: z.union([
    z.array(z.string()),
    z.record(z.string(), z.object({ ipv4_address: z.string().optional() })),
  ]),
  healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  stop_grace_period: z.string().optional(),
  env_file: z.string().optional(),
  command: z.array(z.string()).optional(),
})
const file = z.object({
  services: z.record(z.string(), service),
  networks: z.object({ back: z.object({ internal: z.literal(true) }) }),
  secrets: z.record(z.string(), z.object({ file: z.string().startsWith('secrets/') })),
})

const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')
const { services, secrets } = file.parse(parse(text, { merge: true }))
const apps = Object.entries(services).filter(([name]) => name.startsWith('app'))
const addressOf = (networks: (typeof apps)[number][1]['networks']) =>
  Array.isArray(networks) ? undefined : networks.front?.ipv4_address

describe('compose.yaml', () => {
  it('runs three nodes with an address each, under the names that the proxies know', () => {
    const names = apps.map(([name]) => name)
    expect(names).toHaveLength(3)
    for (const name of names)
      for (const proxy of ['nginx/nodes.conf', 'nginx/streams.conf', 'haproxy/haproxy.cfg'])
        expect(readFileSync(join(DEPLOY, proxy), 'utf8')).toContain(` ${name}:3000`)
    expect(new Set(apps.map(([, { networks }]) => addressOf(networks))).size).toBe(3)
  })

  it('starts each service once what it depends on is healthy, and checks the health of all', () => {
    for (const [name, { depends_on }] of Object.entries(services))
      for (const needed of Object.keys(depends_on)) {
        const isChecked = needed.startsWith('app') || services[needed]?.healthcheck !== undefined
        expect(isChecked, `${name} needs ${needed}`).toBe(true)
      }
    expect(Object.keys(services.nginx?.depends_on ?? {})).toEqual(apps.map(([name]) => name))
  })

  it('contains no secret, and defines every secret that a service uses', () => {
    expect(text).not.toMatch(/(PASSWORD|SECRET|TOKEN|KEY): /)
    for (const { secrets: used } of Object.values(services))
      for (const secret of used)
        expect(secrets).toHaveProperty(typeof secret === 'string' ? secret : secret.source)
    for (const [, { env_file }] of apps) expect(env_file).toBe('secrets/app.env')
  })

  it('starts Redis with its password, and without it in the arguments of a process', async (context) => {
    const program = findProgram('redis-server')
    if (!program) return context.skip('redis-server is not installed')
    const folder = await mkdtemp(join(tmpdir(), 'rapport-compose-'))
    const secret = randomBytes(24).toString('hex')
    await writeFile(join(folder, 'redis_password'), secret)
    const port = await freePort()
    const [shell = '', ...words] = (services.redis?.command ?? []).map((word) =>
      word
        .replaceAll('$$', '$')
        .replaceAll('/run/secrets', folder)
        .replace('redis-server - ', `redis-server - --port ${port} --dir ${folder} `),
    )
    const child = spawn(shell, words, { stdio: 'ignore', env: withRealClock() })
    const redis = new Redis({ port, password: secret, retryStrategy: () => 50, maxRetriesPerRequest: null })
    try {
      redis.on('error', () => undefined)
      expect(await redis.ping()).toBe('PONG')
      const stranger = new Redis({ port, retryStrategy: () => null }).on('error', () => undefined)
      await expect(stranger.ping()).rejects.toThrow('NOAUTH')
      stranger.disconnect()
      const running = await readFile(`/proc/${child.pid}/cmdline`, 'utf8')
      expect(running).toContain('redis-server')
      expect(running).not.toContain(secret)
    } finally {
      redis.disconnect()
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true })
    }
  })

  it('opens the proxy to the network, and nothing else beyond this machine', () => {
    const isOpen = ({ ports }: z.output<typeof service>) =>
      ports.some((port) => !port.startsWith('127.0.0.1:'))
    expect(Object.entries(services).flatMap(([name, one]) => (isOpen(one) ? [name] : []))).toEqual(['nginx'])
    for (const name of ['postgres', 'redis']) expect(services[name]?.networks).toEqual(['back'])
  })

  it('gives a node more time to stop than its delay and its requests under way need', () => {
    for (const [, { environment, stop_grace_period = '' }] of apps)
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(
        Number(environment.SHUTDOWN_DELAY) + 8 + 5,
      )
  })
})
