import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** What goes to the database while something is done: the names of statements, or their text where they have none. */
export async function statementsDuring(node: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(node.app.context.database.pool, 'query')
  try {
    await work()
    return spy.mock.calls.map(([query]: unknown[]) => {
      const { name, text } = typeof query === 'string' ? { text: query } : (query as Record<string, string>)
      return name ?? text ?? ''
    })
  } finally {
    spy.mockRestore()
  }
}
