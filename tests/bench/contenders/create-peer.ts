import pg from 'pg'
import { type Contender, countStored } from './contender.ts'
import { startMeasuredProcess } from './measured-process.ts'
import { numberedPair } from './numbered-pair.ts'
import { startNodes } from './start-nodes.ts'
import type { Stores } from './stores.ts'

const messagesTable = (id: string) =>
  `CREATE TABLE message (id ${id} PRIMARY KEY, conversation_id bigint NOT NULL, sender_id bigint NOT NULL,
     body text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
   CREATE INDEX ON message (conversation_id, id);`

const conversations = (pairs: number) =>
  `CREATE TABLE conversation (id bigint PRIMARY KEY, first_id bigint NOT NULL, second_id bigint NOT NULL);
   INSERT INTO conversation SELECT i, 2 * i - 1, 2 * i FROM generate_series(1, ${pairs}) i;
   CREATE INDEX ON conversation (first_id); CREATE INDEX ON conversation (second_id); ANALYZE conversation;`

const SOCKETIO = {
  file: 'tests/bench/peers/socketio-server.ts',
  wire: 'socketio',
  id: 'bigint GENERATED ALWAYS AS IDENTITY',
} as const

const PEERS = {
  socketio: SOCKETIO,
  'socketio-redis': SOCKETIO,
  bare: { file: 'tests/bench/peers/bare-server.ts', wire: 'bare', id: 'uuid' },
} as const

/** Prepares a peer with this many pairs, on one node or on two. */
export async function createPeer(
  name: keyof typeof PEERS,
  stores: Stores,
  pairs: number,
): Promise<Contender> {
  const { file, wire, id } = PEERS[name]
  const databaseUrl = await stores.createDatabase(name.replace('-', '_'))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query(messagesTable(id))
  if (wire === 'socketio') await pool.query(conversations(pairs))
  const startNode = () =>
    startMeasuredProcess(file, { DATABASE_URL: databaseUrl, REDIS_URL: stores.redisUrl ?? '' })
  return {
    name,
    pairs: Array.from({ length: pairs }, (_, index) => numberedPair(index)),
    start: () => startNodes(name, wire, startNode),
    stored: (beginning) => countStored(pool, 'message', beginning),
    close: () => pool.end(),
  }
}
