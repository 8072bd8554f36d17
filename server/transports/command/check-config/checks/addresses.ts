import { isLoopback } from '#server/platform/http/loopback.ts'
import { tlsProblem } from '#server/platform/stores/store-problem.ts'
import { type Check, type CheckInput, type CheckResult, result } from '../check.ts'

const TIMEOUT = 5_000

export const checkAddresses: Check = async ({ config }) => [await publicUrlOf(config), proxyOf(config)]

/** The server itself speaks http, so an answer at an https address shows that the proxy works. */
async function publicUrlOf({ publicUrl }: CheckInput['config']): Promise<CheckResult> {
  const address = new URL('/healthz', publicUrl)
  try {
    const { status } = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
    return status === 200
      ? result('ok', 'PUBLIC_URL', `a server answers at ${publicUrl}`)
      : result(
          'warning',
          'PUBLIC_URL',
          `${address.href} answers ${status}: the server is not behind this address`,
        )
  } catch (error) {
    const tls = error instanceof Error && error.cause instanceof Error ? tlsProblem(error.cause) : null
    const detail = tls
      ? `this machine does not trust the certificate of ${publicUrl}: ${tls}`
      : `nothing answers at ${publicUrl}: start the server and check again`
    return result('warning', 'PUBLIC_URL', detail)
  }
}

function proxyOf({ publicUrl, trustProxy, host }: CheckInput['config']): CheckResult {
  const { protocol, hostname } = new URL(publicUrl)
  const trusted =
    'networks' in trustProxy
      ? 'the listed networks'
      : `${trustProxy.hops} ${trustProxy.hops === 1 ? 'proxy' : 'proxies'}`
  const isTrusting = 'networks' in trustProxy || trustProxy.hops > 0
  if (!isTrusting && protocol === 'https:')
    return result(
      'warning',
      'TRUST_PROXY',
      'off, but https needs a proxy: all requests seem to come from one address',
    )
  if (isTrusting && !isLoopback(host) && isLoopback(hostname))
    return result(
      'warning',
      'TRUST_PROXY',
      `${trusted}, but no proxy is in front: callers may choose their address`,
    )
  return result('ok', 'TRUST_PROXY', isTrusting ? `trusts ${trusted}` : 'off')
}
