import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { LOG_SERIALIZERS } from '#server/platform/logging/log.ts'
import { startApp } from '../../kit/app.ts'
import { call, join as joinAsMember } from '../../kit/person.ts'
import { capturePaypal, checkAllNow, order, priceOf, statusOf } from '../../kit/shop.ts'

const BUILT = resolve(import.meta.dirname, '../../../dist/web')

/** A secret in every form it may be written in: as it is, or in an authorisation header. */
function spellings(secret: string, owner: string) {
  return [
    secret,
    Buffer.from(`${owner}:${secret}`).toString('base64'),
    Buffer.from(secret).toString('base64'),
  ]
}

describe('payment keys', () => {
  // covers: design-keys-stay-secret
  it('never appear in logs or answers, whatever fails', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'trace', serializers: LOG_SERIALIZERS },
      { write: (line) => void lines.push(line) },
    )
    const sandbox = await startPaymentSandbox({ timeout: 2_000 })
    const node = await startApp({ payments: sandbox, log })
    const answers: unknown[] = []
    const asha = await joinAsMember(node)
    const ask = async (answer: Promise<{ body: unknown }>) => void answers.push((await answer).body)
    const orders = [await order(asha, 'daily'), await order(asha, 'weekly', 'USD')]
    answers.push(orders)
    await ask(asha.call('GET', '/api/v1/payment/options'))
    for (const api of ['down', 'slow', 'nonsense', 'up'] as const) {
      sandbox.simulation.api = api
      await Promise.all([
        ...['INR', 'USD'].map((currency) =>
          ask(asha.call('POST', '/api/v1/orders/create-simple', priceOf('daily', currency))),
        ),
        ask(statusOf(asha, 'pay_AAAAAAAAAAAAAA')),
        ask(capturePaypal(asha, orders[1]?.orderId ?? '')),
        ...['razorpay', 'paypal'].map((provider) =>
          ask(call(node.url, 'POST', `/api/v1/webhooks/${provider}`, { body: { forged: true } })),
        ),
      ])
      await checkAllNow(node)
    }
    await node[Symbol.asyncDispose]()
    await sandbox[Symbol.asyncDispose]()

    // The examined logs contain the failures.
    expect(
      lines.filter((line) => line.includes('razorpay') && line.includes('failed')).length,
    ).toBeGreaterThan(3)
    expect(lines.filter((line) => line.includes('paypal') && line.includes('failed')).length).toBeGreaterThan(
      3,
    )
    const said = `${lines.join('\n')}\n${JSON.stringify(answers)}`
    const { keyId, keySecret, webhookSecret } = sandbox.settings.razorpay
    const { clientId, clientSecret, webhookId } = sandbox.settings.paypal
    const secrets = [
      ...spellings(keySecret, keyId),
      ...spellings(webhookSecret, keyId),
      ...spellings(clientSecret, clientId),
      webhookId,
    ]
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([])
  })

  it('do not appear in the files of the web app, not even by name', async () => {
    const files = (await readdir(BUILT, { recursive: true })).filter((name) =>
      /\.(js|html|css|json|svg)$/.test(name),
    )
    expect(files.length).toBeGreaterThan(10)
    const { razorpay, paypal } = await keysOfTheSandbox()
    const unwanted = [
      'KEY_SECRET',
      'WEBHOOK_SECRET',
      'CLIENT_SECRET',
      'process.env',
      'rzp_live_',
      'rzp_test_',
      razorpay.keySecret,
      razorpay.webhookSecret,
      paypal.clientSecret,
    ]
    for (const name of files) {
      const text = await readFile(join(BUILT, name), 'utf8')
      expect([name, unwanted.filter((one) => text.includes(one))]).toEqual([name, []])
    }
  })
})

async function keysOfTheSandbox() {
  const sandbox = await startPaymentSandbox()
  await sandbox[Symbol.asyncDispose]()
  return sandbox.settings
}
