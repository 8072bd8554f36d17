import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import type { Tracing } from './tracing.ts'

/** Records every statement of a trace as a span with the statement's name. Its text and values are not recorded. */
export function tracePool(pool: pg.Pool, tracing: Tracing): void {
  pool.on('connect', (client) => traceClient(client, tracing))
  // A statement that waits for a connection continues in the callback of another one. It belongs to its own trace.
  const connect: unknown = Reflect.get(pool, 'connect')
  if (typeof connect !== 'function') return
  Reflect.set(pool, 'connect', (...given: unknown[]) =>
    Reflect.apply(
      connect,
      pool,
      given.map((one) => (typeof one === 'function' ? AsyncResource.bind((...args) => one(...args)) : one)),
    ),
  )
}

function traceClient(client: pg.PoolClient, tracing: Tracing) {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') return
  Reflect.set(client, 'query', (...given: unknown[]) => {
    const name = nameOf(given[0])
    const span = tracing.start(`sql ${name}`, {
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name },
    })
    if (!span) return Reflect.apply(query, client, given)
    const last = given.at(-1)
    if (typeof last === 'function') {
      const done = AsyncResource.bind((...args: unknown[]) => last(...args))
      const ended = (...args: unknown[]) => {
        span.end(args[0])
        done(...args)
      }
      return Reflect.apply(query, client, [...given.slice(0, -1), ended])
    }
    const result: unknown = Reflect.apply(query, client, given)
    if (result instanceof Promise) result.then(() => span.end(), span.end)
    else span.end()
    return result
  })
}

/** Returns the name of a prepared statement without the day from which it is used, or the first word of any other. */
function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return firstWordOf(statement)
  if (typeof statement !== 'object' || statement === null) return 'statement'
  const { name, text } = statement as { name?: unknown; text?: unknown }
  if (typeof name === 'string' && name !== '') return name.replace(/-\d{4}-\d{2}-\d{2}$/, '')
  return typeof text === 'string' ? firstWordOf(text) : 'statement'
}

const firstWordOf = (text: string) => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement'
