import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { PaypalSettings } from './paypal-client.ts'
import { headerOf, ProviderFailure, type WebhookHeaders } from './provider.ts'

/**
 * Creates a check whether PayPal signed exactly this text for our webhook:
 * https://developer.paypal.com/api/rest/webhooks/rest/. PayPal's certificate is fetched from its own host and cached.
 */
export function createPaypalSignatures(
  settings: Pick<PaypalSettings, 'webhookId' | 'certificateHosts' | 'timeout'>,
) {
  const certificates = new LRUCache<string, X509Certificate>({ max: 20, ttl: 24 * 60 * 60_000 })

  const isTrusted = (address: string) =>
    URL.canParse(address) && settings.certificateHosts.includes(new URL(address).origin)

  async function certificateAt(address: string) {
    const cached = certificates.get(address)
    if (cached) return cached
    const failed = (status: number | null) =>
      new ProviderFailure('paypal', 'fetching a certificate', status, null)
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeout),
    }).catch(() => {
      throw failed(null)
    })
    if (!response.ok) throw failed(response.status)
    try {
      const certificate = new X509Certificate(await response.text())
      certificates.set(address, certificate)
      return certificate
    } catch {
      throw failed(null)
    }
  }

  return async (raw: string, headers: WebhookHeaders): Promise<boolean> => {
    const [id, time, signature, address, algorithm] = [
      'paypal-transmission-id',
      'paypal-transmission-time',
      'paypal-transmission-sig',
      'paypal-cert-url',
      'paypal-auth-algo',
    ].map((name) => headerOf(headers, name)) as [string, string, string, string, string]
    if (!id || !time || !signature || algorithm !== 'SHA256withRSA' || !isTrusted(address)) return false
    const certificate = await certificateAt(address)
    const now = Date.now()
    if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now) return false
    return createVerify('RSA-SHA256')
      .update(`${id}|${time}|${settings.webhookId}|${crc32(raw)}`)
      .verify(certificate.publicKey, signature, 'base64')
  }
}
