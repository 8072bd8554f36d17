import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  createContextKey,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { logFailuresOnce } from './log-failures-once.ts'
import type { TracingSettings } from './settings.ts'
import { NO_TRACING, type OpenSpan, type SpanOptions, type Tracing } from './tracing.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
const REQUEST = createContextKey('request')
/** How long a stop waits for the last spans, in milliseconds. */
const FLUSH_WITHIN = 1_500
/** The default interval of sending spans, and how long that may take, in milliseconds. */
const EXPORT = 5_000

export interface OpenTracing extends Tracing {
  /** Sends what is left. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts to send traces to a collector. `warn` is called once while the collector cannot be reached. */
export function openTracing(settings: TracingSettings, warn: (message: string) => void): OpenTracing {
  const { url, headers, serviceName, ratio, exportEvery = EXPORT, exportWithin = EXPORT } = settings
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: exportWithin })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailuresOnce(exporter, url, warn),
        scheduledDelayMillis: exportEvery,
      }),
    ],
  })
  const tracing = createTracing(provider.getTracer('rapport'))
  return {
    ...tracing,
    async [Symbol.asyncDispose]() {
      const late = AbortSignal.timeout(FLUSH_WITHIN)
      const tooLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))
      await Promise.race([provider.shutdown().catch(() => undefined), tooLate])
    },
  }
}

/** The place of a span in its trace follows the calls through an async context of its own, not through global state. */
function createTracing(tracer: Tracer): Tracing {
  const store = new AsyncLocalStorage<Context>()

  function open(name: string, context: Context, options: SpanOptions, links: Link[] = []): OpenSpan {
    const { kind = 'internal', attributes = {} } = options
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context)
    const inside = trace.setSpan(kind === 'server' ? context.setValue(REQUEST, span) : context, span)
    return {
      set: (attribute, value) => void span.setAttribute(attribute, value),
      run: (work) => store.run(inside, work),
      end: (error) => end(span, error),
    }
  }

  async function runIn<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await span.run(work)
      span.end()
      return result
    } catch (error) {
      span.end(error)
      throw error
    }
  }

  const start = (name: string, options: SpanOptions = {}) => {
    const context = store.getStore()
    return context ? open(name, context, options) : null
  }

  return {
    ...NO_TRACING,
    start,
    startTrace(name, traceparent, options = {}) {
      return open(name, (traceparent && contextOf(traceparent)) || ROOT_CONTEXT, options)
    },
    startFrom(name, traceparent, options = {}) {
      const context = contextOf(traceparent)
      return context && open(name, context, options)
    },
    within(name, work, options) {
      const span = start(name, options)
      return span ? runIn(span, work) : work()
    },
    here: () => store.getStore() ?? null,
    joined(name, items, work) {
      const [first, ...others] = items.flatMap(({ place }) => (place ? [place as Context] : []))
      if (!first) return work()
      const links = others
        .flatMap((other) => trace.getSpanContext(other) ?? [])
        .map((context) => ({ context }))
      return runIn(open(name, first, { attributes: { 'rapport.batch_size': items.length } }, links), work)
    },
    route(method, route) {
      const span = store.getStore()?.getValue(REQUEST) as Span | undefined
      span?.updateName(`${method} ${route}`).setAttribute('http.route', route)
    },
    header() {
      const context = store.getStore()
      const place = context && trace.getSpanContext(context)
      if (!place || (place.traceFlags & TraceFlags.SAMPLED) === 0) return null
      return `00-${place.traceId}-${place.spanId}-01`
    },
  }
}

function contextOf(traceparent: string): Context | null {
  const parsed = parseTraceParent(traceparent)
  if (!parsed || !isSpanContextValid(parsed)) return null
  return trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true })
}

function end(span: Span, error: unknown) {
  if (error !== undefined && error !== null) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    const kind = typeof code === 'string' ? code : error instanceof Error ? error.name : 'error'
    span.setAttribute('error.type', kind)
  }
  span.end()
}
