import type { Simulation } from './simulation.ts'
import { createWebhookSigner, type SignerDeps, type Webhook } from './webhook-signer.ts'

const MAX_ATTEMPTS = 5
const FIRST_DELAY = 500

/** Creates, signs and sends the providers' webhooks: https://razorpay.com/docs/webhooks/validate-test/ */
export function createWebhooks(deps: SignerDeps & { simulation: Simulation }) {
  const created: Webhook[] = []
  const inProgress = new Set<Promise<unknown>>()
  let target: string | null = null
  let closed = false
  const signer = createWebhookSigner(deps)

  async function deliver(webhook: Webhook, to = target): Promise<number> {
    if (!to) throw new Error('the sandbox has no receiver of webhooks')
    const { headers, body } = webhook
    const response = await fetch(`${to}/api/v1/webhooks/${webhook.provider}`, {
      method: 'POST',
      headers,
      body,
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Repeats a webhook until it is accepted, with fewer attempts than the real providers. */
  async function deliverWithRetries(webhook: Webhook) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !closed; attempt += 1) {
      const status = await deliver(webhook).catch(() => 0)
      if (status === 200) return
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY * 2 ** attempt).unref())
    }
  }

  async function sendAll(webhooks: readonly Webhook[]) {
    for (const webhook of deps.simulation.webhooks === 'reversed' ? webhooks.toReversed() : webhooks) {
      await deliverWithRetries(webhook)
      if (deps.simulation.webhooks === 'twice') await deliverWithRetries(webhook)
    }
  }

  return {
    created: created as readonly Webhook[],
    card: signer.card,
    paypal: signer.paypal,
    deliver,
    certificate: signer.certificate,
    sendTo(url: string) {
      target = url
    },
    /** Sends webhooks in this order, in the background like the real providers. */
    send(...webhooks: Webhook[]) {
      created.push(...webhooks)
      if (deps.simulation.webhooks === 'none' || !target) return
      const sending = sendAll(webhooks).finally(() => inProgress.delete(sending))
      inProgress.add(sending)
    },
    async settled() {
      await Promise.all(inProgress)
    },
    close() {
      closed = true
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
