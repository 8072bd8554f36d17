import Razorpay from 'razorpay'
import * as z from 'zod'
import { ProviderFailure } from './provider.ts'

export interface RazorpaySettings {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The base URL of the API. */
  apiUrl: string
  /** The checkout script that the browser loads. */
  checkoutScript: string
  /** Milliseconds. */
  timeout: number
}

const refusal = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string().optional(), description: z.string().optional() }).optional(),
})

/**
 * Returns the SDK's client with options that the SDK does not offer, which are set inside it. Redirects are refused,
 * because key and order must reach no other host.
 * @throws Error when the SDK keeps its settings elsewhere
 */
export function createRazorpayClient({ keyId, keySecret, apiUrl, timeout }: RazorpaySettings): Razorpay {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret })
  const http: unknown = Reflect.get(client.api, 'rq')
  if (typeof http !== 'function' || !('defaults' in http) || typeof http.defaults !== 'object')
    throw new Error('this version of the Razorpay SDK keeps its settings elsewhere')
  Object.assign(http.defaults ?? {}, { baseURL: apiUrl, timeout, maxRedirects: 0 })
  return client
}

/** Makes a call of the SDK, and returns its parsed response. @throws ProviderFailure */
export async function callRazorpay<Model extends z.ZodType>(
  action: string,
  model: Model,
  call: () => Promise<unknown>,
): Promise<z.output<Model>> {
  let response: unknown
  try {
    response = await call()
  } catch (error) {
    const { data } = refusal.safeParse(error)
    const issue = data?.error?.description ?? data?.error?.code ?? null
    throw new ProviderFailure('razorpay', action, data?.statusCode ?? null, issue)
  }
  const parsed = model.safeParse(response)
  if (!parsed.success) throw new ProviderFailure('razorpay', action, null, 'unreadable response')
  return parsed.data
}
