import pg from 'pg'
import { vi } from 'vitest'
import type { CallTracker } from './track-calls.ts'

export interface StatementCounts {
  /**
   * Without those that begin and end transactions, and without the first one of a connection if it sets the time zone: when
   * the pool opens a connection depends on how busy the machine is. By name, or by text without one.
   */
  statements: string[]
  /** A statement outside of a transaction is one by itself. */
  transactions: number
}

const BEGIN = /^\s*(BEGIN|START TRANSACTION)\b/i
const SET_UP = /^SET TIME ZONE\b/
const END = /^\s*(COMMIT|ROLLBACK|END)\b(?!\s+TO)/i

const field = (from: object, key: string): unknown => Reflect.get(from, key)

/** Returns the text and the name of a statement in any form that `pg` accepts. */
function described(statement: unknown): { text: string; name: string | null } {
  if (typeof statement === 'string') return { text: statement, name: null }
  if (typeof statement !== 'object' || statement === null) return { text: '', name: null }
  const [text, name] = [field(statement, 'text'), field(statement, 'name')]
  return { text: typeof text === 'string' ? text : '', name: typeof name === 'string' ? name : null }
}

/** Counts the statements of every connection of this process, inside the pool and outside, until mocks are restored. */
export function countStatements(tracker: CallTracker): StatementCounts {
  const counts: StatementCounts = { statements: [], transactions: 0 }
  const inTransaction = new WeakSet<object>()
  const known = new WeakSet<object>()
  const query: (...input: unknown[]) => unknown = pg.Client.prototype.query
  const counting = function (this: pg.Client, ...input: unknown[]) {
    const { text, name } = described(input[0])
    const isSetUp = !known.has(this) && SET_UP.test(text)
    known.add(this)
    if (BEGIN.test(text)) inTransaction.add(this)
    else if (END.test(text)) {
      counts.transactions += 1
      inTransaction.delete(this)
    } else if (!isSetUp) {
      counts.statements.push(name ?? text.trim())
      if (!inTransaction.has(this)) counts.transactions += 1
    }
    return tracker.call((...given) => Reflect.apply(query, this, given), input)
  }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(counting)
  trackConnecting(tracker)
  return counts
}

/** A statement may wait for a connection of the pool, which may have to open one. */
function trackConnecting(tracker: CallTracker) {
  const connect: (...input: unknown[]) => unknown = pg.Pool.prototype.connect
  const tracking = function (this: pg.Pool, ...input: unknown[]) {
    return tracker.call((...given) => Reflect.apply(connect, this, given), input)
  }
  vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation(tracking)
}
