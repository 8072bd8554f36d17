import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

/**
 * Reports a collector that cannot be reached once, until a later batch arrives. Spans that cannot be sent are dropped:
 * they are less important than the memory of the node.
 */
export function logFailuresOnce(
  exporter: SpanExporter,
  url: string,
  warn: (message: string) => void,
): SpanExporter {
  let isFailing = false

  function report({ code, error }: ExportResult) {
    const hasFailed = code !== ExportResultCode.SUCCESS
    if (hasFailed && !isFailing) {
      const { host, pathname } = new URL(url)
      warn(
        `Traces cannot be sent to ${host}${pathname} (OTEL_EXPORTER_OTLP_ENDPOINT): ${error?.message || 'no answer'}`,
      )
    }
    isFailing = hasFailed
  }

  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        report(result)
        done({ code: ExportResultCode.SUCCESS })
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
