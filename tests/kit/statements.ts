import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** The statements of the counted work. */
interface Counted {
  /** Their names, or their text without one. */
  statements: string[]
  /** The number of rows they returned. */
  rows: number
}

/** Looks up a session. Whether a request needs it depends on changes that the node has just read. */
const SESSION_LOOKUP = 'live-sessions'

const current = new AsyncLocalStorage<Counted>()
const REQUEST_BEGINS = 'http.server.request.start'

/**
 * Returns the database statements of the work. Those of HTTP requests which begin during it are included; those of
 * the node's background jobs are not, nor is the look-up of a session.
 */
export async function statementsDuring(node: TestApp, work: () => Promise<unknown>): Promise<Counted> {
  const { pool } = node.app.context.database
  const counted: Counted = { statements: [], rows: 0 }
  const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<{ rows?: unknown[] }>
  const spy = vi.spyOn(pool, 'query').mockImplementation(async (...input: unknown[]) => {
    const [statement] = input
    const { name, text = '' } =
      typeof statement === 'string' ? { text: statement } : (statement as Record<string, string>)
    const counting = name === SESSION_LOOKUP ? undefined : current.getStore()
    counting?.statements.push(name ?? text)
    const result = await query(...input)
    if (counting) counting.rows += result.rows?.length ?? 0
    return result
  })
  const join = () => current.enterWith(counted)
  subscribe(REQUEST_BEGINS, join)
  try {
    await current.run(counted, work)
    return counted
  } finally {
    unsubscribe(REQUEST_BEGINS, join)
    spy.mockRestore()
  }
}
