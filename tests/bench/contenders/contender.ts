import type pg from 'pg'
import type { Load, Pair } from '../driver/commands.ts'
import type { MeasuredProcess } from './measured-process.ts'

/** A server, or several, that store and deliver one-to-one messages. */
export interface Contender {
  readonly name: ContenderName
  /** The members and conversations that the driver uses. */
  readonly pairs: readonly Pair[]
  /** Starts its processes, Rapport's with these settings. They keep the data of earlier starts. */
  start(settings?: Record<string, string>): Promise<Started>
  /** Returns how many rows there are of the messages with this beginning, and how many different messages. */
  stored(beginning: string): Promise<{ rows: number; messages: number }>
  close(): Promise<void>
}

export interface Started {
  readonly processes: readonly MeasuredProcess[]
  /** How the driver reaches them. */
  readonly load: Load
}

export const ONE_NODE = ['socketio', 'ejabberd', 'bare', 'rapport'] as const
/** Senders connect to the first node and receivers to the second. */
const TWO_NODES = ['socketio-redis', 'rapport-redis'] as const

export const CONTENDERS = [...ONE_NODE, ...TWO_NODES] as const
export type ContenderName = (typeof CONTENDERS)[number]

/** Servers that are compared with each other. `bare` is compared with both: it cannot run on two nodes. */
export const TOPOLOGIES = [
  { title: 'one node', servers: ONE_NODE, socketio: 'socketio', rapport: 'rapport' },
  { title: 'two nodes on Redis', servers: TWO_NODES, socketio: 'socketio-redis', rapport: 'rapport-redis' },
] as const

export const runsOnTwoNodes = (name: ContenderName) => TWO_NODES.some((one) => one === name)

export async function countStored(pool: pg.Pool, table: string, beginning: string, column = 'body') {
  const { rows } = await pool.query<{ rows: number; messages: number }>(
    `SELECT count(*)::int AS rows, count(DISTINCT ${column})::int AS messages FROM ${table} WHERE starts_with(${column}, $1)`,
    [beginning],
  )
  return rows[0] ?? { rows: 0, messages: 0 }
}
