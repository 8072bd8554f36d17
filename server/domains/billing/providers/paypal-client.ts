import paypal from '@paypal/checkout-server-sdk'
import * as z from 'zod'
import { asJson } from './as-json.ts'
import { ProviderFailure } from './provider.ts'

export interface PaypalSettings {
  clientId: string
  clientSecret: string
  webhookId: string
  apiUrl: string
  /** The hosts whose certificates are believed. */
  certificateHosts: readonly string[]
  /** No real money moves there. */
  testMode: boolean
  /** Milliseconds. */
  timeout: number
}

/**
 * The SDK's client with what it lacks: a time limit of ours, and answers that cannot be read as a failed call. Without
 * the latter one such answer would throw out of an event and end the process.
 */
class Client extends paypal.core.PayPalHttpClient {
  readonly #timeout: number

  constructor(settings: PaypalSettings) {
    const { clientId, clientSecret, apiUrl, timeout } = settings
    super(new paypal.core.PayPalEnvironment(clientId, clientSecret, apiUrl, apiUrl))
    this.#timeout = timeout
    this.addInjector(plainAnswers)
  }

  override getTimeout() {
    return this.#timeout
  }

  /** Called by the SDK; not in its types. */
  _parseResponse(body: string, { statusCode, headers }: { statusCode: number; headers: unknown }) {
    return { statusCode, headers, result: asJson(body) }
  }
}

/** The SDK takes exactly one argument in an injector. Nothing is packed, so nothing can fail to be unpacked. */
const plainAnswers = (request: { headers: Record<string, unknown> }) => {
  request.headers['Accept-Encoding'] = 'identity'
}

const refusal = z.object({ statusCode: z.number(), message: z.string() })
const refusalBody = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

export type CallPaypal = <Model extends z.ZodType>(
  what: string,
  model: Model,
  request: unknown,
) => Promise<z.output<Model>>

export function createPaypalClient(settings: PaypalSettings): CallPaypal {
  const client = new Client(settings)
  return async (what, model, request) => {
    let answer: unknown
    try {
      answer = (await client.execute(request)).result
    } catch (error) {
      const told = refusal.safeParse(error)
      throw new ProviderFailure('paypal', what, told.data?.statusCode ?? null, issueOf(told.data?.message))
    }
    const read = model.safeParse(answer)
    if (!read.success) throw new ProviderFailure('paypal', what, null, 'unreadable answer')
    return read.data
  }
}

function issueOf(message: string | undefined): string | null {
  const read = refusalBody.safeParse(asJson(message ?? ''))
  return read.data?.details?.[0]?.issue ?? read.data?.name ?? null
}
