import * as z from 'zod'
import { PRODUCT } from '#schema/product.ts'
import type { TracingSettings } from '#server/platform/tracing/settings.ts'
import { modelOf, type Setting, setting } from './setting.ts'

const EXPECTED_HEADERS = 'expected name=value pairs separated by commas'

/** Headers in the form of OpenTelemetry: `name=value` pairs, percent-encoded. */
const headers = z.string().transform((text, context): Record<string, string> => {
  const pairs = text.split(',').map((pair) => /^\s*([^=\s]+)=(.*)$/.exec(pair))
  const entries = pairs.map((pair) => [pair?.[1] ?? '', decoded(pair?.[2]?.trim() ?? '')] as const)
  if (entries.every(([name, value]) => name !== '' && value !== null))
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
  context.addIssue({ code: 'custom', message: EXPECTED_HEADERS })
  return z.NEVER
})

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The settings of traces, with the names that OpenTelemetry gives them. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'the OpenTelemetry collector that receives traces by OTLP over HTTP; when unset, nothing is traced',
    '(no traces)',
    z.url({ protocol: /^https?$/, error: 'expected an http(s) address' }).optional(),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    'headers for the collector, such as a token: name=value pairs separated by commas',
    '(none)',
    headers.optional(),
  ),
  OTEL_SERVICE_NAME: setting(
    'the name of the server in traces',
    PRODUCT.slug,
    z.string().min(1).default(PRODUCT.slug),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'the share of requests that are traced, from 0 to 1; a trusted proxy that sends a traceparent decides for its requests',
    '0.1',
    z.coerce
      .number('expected a number from 0 to 1')
      .min(0, 'expected a number from 0 to 1')
      .max(1, 'expected a number from 0 to 1')
      .default(0.1),
  ),
} as const satisfies Record<string, Setting>

const model = modelOf(TRACING_SETTINGS)

/** Returns where traces are sent; null for nowhere. */
export function tracingSettingsOf(values: z.output<typeof model>): TracingSettings | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return null
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}
