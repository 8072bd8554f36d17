import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** What the work that is counted has asked of the database. */
interface Counted {
  /** Their names, or their text where they have none. */
  statements: string[]
  /** How many rows came back. */
  rows: number
}

const current = new AsyncLocalStorage<Counted>()
const REQUEST_BEGINS = 'http.server.request.start'

/**
 * Returns what is asked of the database on behalf of the work. That of HTTP requests which begin during it is part of it;
 * that of the node's background jobs is not.
 */
export async function statementsDuring(node: TestApp, work: () => Promise<unknown>): Promise<Counted> {
  const { pool } = node.app.context.database
  const counted: Counted = { statements: [], rows: 0 }
  const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<{ rows?: unknown[] }>
  const spy = vi.spyOn(pool, 'query').mockImplementation(async (...input: unknown[]) => {
    const [statement] = input
    const { name, text = '' } =
      typeof statement === 'string' ? { text: statement } : (statement as Record<string, string>)
    const counting = current.getStore()
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
