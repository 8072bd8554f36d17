import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { PaypalSettings } from './paypal-client.ts'
import { headerOf, ProviderFailure, type WebhookHeaders } from './provider.ts'

/** Where PayPal publishes its certificates. Any other address in a webhook is not PayPal's. */
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/CERT-[\w-]{1,100}$/

/** How long an address without a certificate is refused, in milliseconds, and how many such addresses are remembered. */
const REFUSED_FOR = 5 * 60_000
const MOST_REFUSED = 100
/** How long an address is refused after PayPal did not answer. PayPal sends its webhooks again. */
const FAILED_FOR = 30_000

/**
 * Creates a check whether PayPal signed exactly this text for our webhook:
 * https://developer.paypal.com/api/rest/webhooks/rest/. PayPal's certificate is fetched from its own host and cached.
 */
export function createPaypalSignatures(
  settings: Pick<PaypalSettings, 'webhookId' | 'certificateHosts' | 'timeout'>,
) {
  const certificates = new LRUCache<string, X509Certificate>({ max: 20, ttl: 24 * 60 * 60_000 })
  /** Anyone can send an address in an unsigned webhook. When this list is full, no new address is fetched. */
  const refused = new LRUCache<string, true>({ max: MOST_REFUSED, ttl: REFUSED_FOR })
  const pending = new Map<string, Promise<X509Certificate | null>>()

  function isTrusted(address: string) {
    if (!URL.canParse(address)) return false
    const { href, origin, pathname } = new URL(address)
    const isPlain = href === `${origin}${pathname}` && CERTIFICATE_PATH.test(pathname)
    return isPlain && settings.certificateHosts.includes(origin)
  }

  /** Returns null for an address without a certificate. @throws ProviderFailure if PayPal does not answer */
  async function certificateAt(address: string) {
    const cached = certificates.get(address)
    if (cached) return cached
    const started = pending.get(address)
    if (started) return started
    refused.purgeStale()
    if (refused.has(address) || refused.size + pending.size >= MOST_REFUSED) return null
    const fetching = remember(address, fetchCertificate(address, settings.timeout))
    pending.set(address, fetching)
    return fetching.finally(() => pending.delete(address))
  }

  async function remember(address: string, fetching: Promise<X509Certificate | null>) {
    try {
      const certificate = await fetching
      if (certificate) certificates.set(address, certificate)
      else refused.set(address, true)
      return certificate
    } catch (failure) {
      refused.set(address, true, { ttl: FAILED_FOR })
      throw failure
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
    if (!certificate) return false
    const now = Date.now()
    if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now) return false
    return createVerify('RSA-SHA256')
      .update(`${id}|${time}|${settings.webhookId}|${crc32(raw)}`)
      .verify(certificate.publicKey, signature, 'base64')
  }
}

/** Whether the status says that there is no certificate, rather than that PayPal is busy. */
const isAbsent = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Returns null if the address has no certificate. @throws ProviderFailure for every other failure */
async function fetchCertificate(address: string, timeout: number): Promise<X509Certificate | null> {
  const failed = (status: number | null) =>
    new ProviderFailure('paypal', 'fetching a certificate', status, null)
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) }).catch(
    () => {
      throw failed(null)
    },
  )
  if (isAbsent(response.status)) return null
  if (!response.ok) throw failed(response.status)
  try {
    return new X509Certificate(await response.text())
  } catch {
    throw failed(null)
  }
}
