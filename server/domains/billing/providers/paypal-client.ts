import paypal from '@paypal/checkout-server-sdk'
import * as z from 'zod'
import { asJson } from './as-json.ts'
import { ProviderFailure } from './provider.ts'

export interface PaypalSettings {
  clientId: string
  clientSecret: string
  webhookId: string
  apiUrl: string
  /** The hosts whose certificates are trusted. */
  certificateHosts: readonly string[]
  /** Whether the API is one where no real money moves. */
  testMode: boolean
  /** Milliseconds. */
  timeout: number
}

/**
 * The SDK's client with a configurable timeout. It also turns unreadable responses into failed calls; the SDK would throw
 * inside an event handler, which ends the process.
 */
class Client extends paypal.core.PayPalHttpClient {
  readonly #timeout: number

  constructor(settings: PaypalSettings) {
    const { clientId, clientSecret, apiUrl, timeout } = settings
    super(new paypal.core.PayPalEnvironment(clientId, clientSecret, apiUrl, apiUrl))
    this.#timeout = timeout
    this.addInjector(requestUncompressed)
  }

  override getTimeout() {
    return this.#timeout
  }

  /** Called by the SDK; not in its types. */
  _parseResponse(body: string, { statusCode, headers }: { statusCode: number; headers: unknown }) {
    return { statusCode, headers, result: asJson(body) }
  }
}

/** Requests uncompressed responses, as decompression could fail. The SDK demands exactly one parameter here. */
const requestUncompressed = (request: { headers: Record<string, unknown> }) => {
  request.headers['Accept-Encoding'] = 'identity'
}

const refusal = z.object({ statusCode: z.number(), message: z.string() })
const refusalBody = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

export type CallPaypal = <Model extends z.ZodType>(
  action: string,
  model: Model,
  request: unknown,
) => Promise<z.output<Model>>

export function createPaypalClient(settings: PaypalSettings): CallPaypal {
  const client = new Client(settings)
  return async (action, model, request) => {
    let response: unknown
    try {
      response = (await client.execute(request)).result
    } catch (error) {
      const { data } = refusal.safeParse(error)
      throw new ProviderFailure('paypal', action, data?.statusCode ?? null, issueOf(data?.message))
    }
    const parsed = model.safeParse(response)
    if (!parsed.success) throw new ProviderFailure('paypal', action, null, 'unreadable response')
    return parsed.data
  }
}

function issueOf(message: string | undefined): string | null {
  const { data } = refusalBody.safeParse(asJson(message ?? ''))
  return data?.details?.[0]?.issue ?? data?.name ?? null
}
