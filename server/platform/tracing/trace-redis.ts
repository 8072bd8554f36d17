import { tracingChannel } from 'node:diagnostics_channel'
import type { OpenSpan, Tracing } from './tracing.ts'

/** Records the commands of a trace to Redis by name, through the channel that ioredis offers. Returns a function that stops it. */
export function traceRedis(tracing: Tracing): () => void {
  const channel = tracingChannel<string, object>('ioredis:command')
  const spans = new WeakMap<object, OpenSpan>()
  const end = (message: object, error?: unknown) => {
    spans.get(message)?.end(error)
    spans.delete(message)
  }
  const subscribers = {
    start(message: object) {
      const name = String(Reflect.get(message, 'command')).toUpperCase()
      const span = tracing.start(`redis ${name}`, {
        kind: 'client',
        attributes: { 'db.system.name': 'redis', 'db.operation.name': name },
      })
      if (span) spans.set(message, span)
    },
    asyncEnd: (message: object) => end(message),
    error: (message: object) => end(message, Reflect.get(message, 'error')),
    end: () => undefined,
    asyncStart: () => undefined,
  }
  channel.subscribe(subscribers)
  return () => channel.unsubscribe(subscribers)
}
