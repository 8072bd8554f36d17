import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as z from 'zod'

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute).default([]),
  links: z.array(z.object({ traceId: z.string() })).default([]),
})

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

export type ReceivedSpan = z.output<typeof span>

export interface OtlpReceiver {
  readonly url: string
  /** Every span so far. */
  spans(): ReceivedSpan[]
  /** Everything that was received, as text. */
  text(): string
  /** The headers of the last request. */
  headers(): Record<string, unknown>
  [Symbol.asyncDispose](): Promise<void>
}

/** A collector that receives traces by OTLP over HTTP, as JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: unknown[] = []
  let headers: Record<string, unknown> = {}
  const server = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/v1/traces') {
      bodies.push(await json(request))
      headers = request.headers
      response.setHeader('Content-Type', 'application/json').end('{}')
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () =>
      bodies.flatMap((body) =>
        exported
          .parse(body)
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    text: () => JSON.stringify(bodies),
    headers: () => headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
