import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { loadConfig } from '#server/platform/config/config.ts'
import type { Check, CheckResult } from '#server/transports/command/check-config/check.ts'
import { createPaymentCheck } from '#server/transports/command/check-config/checks/payments.ts'
import { runCheckConfig } from '#server/transports/command/check-config/run-check-config.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { freePort, startRedis } from '../../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { type SmtpServer, startSmtpServer } from '../../kit/smtp-server.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const database = useStarted(createTestDatabase)
const node = useNode(() => ({ databaseUrl: database.url }))
let smtp: SmtpServer
let working: Record<string, string>

beforeAll(async () => {
  const port = await freePort()
  smtp = await startSmtpServer(port)
  working = {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    MAIL_FROM: 'Rapport <support@example.com>',
    PUBLIC_URL: node.url,
  }
})

afterAll(async () => {
  await smtp[Symbol.asyncDispose]()
})

async function check(environment: Record<string, string>, checks?: readonly Check[]) {
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  const code = await runCheckConfig({ environment, json: true, print, ...(checks ? { checks } : {}) })
  const { works, results } = JSON.parse(printed) as { works: boolean; results: CheckResult[] }
  expect(works).toBe(code === 0)
  return { code, printed, of: (subject: string) => results.find((one) => one.subject === subject) }
}

describe('npm run check-config', () => {
  it('finds that everything works, and sends no mail', async () => {
    const { code, of } = await check(working)
    expect(code).toBe(0)
    for (const subject of [
      'database',
      'database rights',
      'migrations',
      'SECRET_KEY',
      'mail',
      'PUBLIC_URL',
      'DATA_DIR',
    ])
      expect(of(subject), subject).toMatchObject({ status: 'ok' })
    for (const subject of ['Redis', 'razorpay', 'paypal'])
      expect(of(subject)).toMatchObject({ status: 'off' })
    expect(smtp.mails).toEqual([])
  })

  it('prints a table for a person', async () => {
    const printed: string[] = []
    const print = (text: string) => void printed.push(text)
    await runCheckConfig({ environment: working, json: false, print })
    expect(printed.join('')).toMatch(/^ok {7}migrations +all are applied$/m)
  })

  it('names what cannot be reached, and prints no secret', async () => {
    const port = await freePort()
    const { code, printed, of } = await check({
      DATABASE_URL: `postgres://rapport:hush@127.0.0.1:${port}/rapport`,
      REDIS_URL: `redis://:hush@127.0.0.1:${port}`,
      SMTP_URL: `smtp://rapport:hush@127.0.0.1:${port}`,
      SECRET_KEY: TEST_SECRET_KEY,
    })
    expect(code).toBe(1)
    for (const subject of ['database', 'Redis', 'mail'])
      expect(of(subject)).toMatchObject({
        status: 'failed',
        detail: expect.stringContaining(`127.0.0.1:${port}`),
      })
    expect(of('PUBLIC_URL')).toMatchObject({ status: 'warning' })
    for (const secret of ['hush', TEST_SECRET_KEY]) expect(printed).not.toContain(secret)
  })

  it('names wrong settings without their secrets', async () => {
    const { code, printed } = await check({
      SECRET_KEY: 'too short',
      DATABASE_URL: 'mysql://rapport:hush@db/rapport',
    })
    expect(code).toBe(1)
    expect(printed).toContain('SECRET_KEY=…: expected 32 characters or more')
    expect(printed).toContain('DATABASE_URL=mysql://…@db/rapport')
    for (const secret of ['too short', 'hush']) expect(printed).not.toContain(secret)
  })

  it('warns of the sender whom members cannot answer', async () => {
    const { of } = await check({ ...working, MAIL_FROM: '' })
    expect(of('mail')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('correct MAIL_FROM'),
    })
  })

  it('notices that the database allows fewer connections than all workers may use', async () => {
    const { of } = await check({ ...working, WORKERS: '64', REDIS_URL: 'redis://127.0.0.1:1' })
    expect(of('connections')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('this node needs up to 1285'),
    })
  })

  it('notices a SECRET_KEY of another database', async () => {
    const { code, of } = await check({ ...working, SECRET_KEY: 'another key of thirty-two characters' })
    expect(code).toBe(1)
    expect(of('SECRET_KEY')).toMatchObject({ status: 'failed' })
  })

  it('lists pending migrations of an empty database', async () => {
    const empty = new URL(database.url)
    empty.pathname = '/postgres'
    const { of } = await check({ ...working, DATABASE_URL: empty.href })
    expect(of('migrations')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/^\d+ pending/),
    })
  })

  it('demands a Redis that evicts nothing', async (context) => {
    const redis = await startRedis()
    if (!redis) return context.skip('redis-server is not installed')
    const REDIS_URL = redis.url
    expect((await check({ ...working, REDIS_URL })).of('Redis memory')).toMatchObject({ status: 'ok' })
    const { openRedis } = await import('#server/platform/redis/index.ts')
    const { commands, ...clients } = await openRedis(REDIS_URL, () => undefined)
    await commands.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await clients[Symbol.asyncDispose]()
    const { code, of } = await check({ ...working, REDIS_URL })
    expect([code, of('Redis memory')]).toMatchObject([1, { detail: expect.stringContaining('allkeys-lru') }])
    await redis.stop()
  })

  it('asks the payment providers whether the keys work', async () => {
    const sandbox = await startPaymentSandbox()
    const { razorpay } = sandbox.settings
    const config = loadConfig(working)
    const stateOf = async (settings: typeof sandbox.settings) =>
      createPaymentCheck(() => settings)({ config, environment: working, directory: '' })
    expect(await stateOf(sandbox.settings)).toMatchObject([
      { subject: 'razorpay', status: 'ok' },
      { subject: 'paypal', status: 'ok' },
    ])
    const wrong = razorpay && { ...razorpay, keySecret: 'wrong' }
    expect((await stateOf({ ...sandbox.settings, razorpay: wrong }))[0]).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('keys are wrong'),
    })
    await sandbox[Symbol.asyncDispose]()
  })

  it('warns of https without a trusted proxy', async () => {
    const { of } = await check({ ...working, PUBLIC_URL: 'https://rapport.invalid' })
    expect(of('TRUST_PROXY')).toMatchObject({ status: 'warning' })
    expect(of('PUBLIC_URL')).toMatchObject({ status: 'warning' })
  })
})
