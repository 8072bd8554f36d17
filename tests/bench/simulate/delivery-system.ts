import { createGroupCommit } from './group-commit.ts'
import { NETWORK, NODE, POSTGRES, REDIS, valuesOf } from './parameters.ts'
import { createStation, type Station } from './station.ts'

export interface Message {
  postedAt: number
  /** The nodes of the sender and of the partner. */
  from: number
  to: number
}

/** A step of a message that takes place after the one before. */
export type Step =
  | { kind: 'ready' | 'append' | 'receive' | 'delivered'; message: Message }
  | { kind: 'executed' | 'committed'; node: number; batch: Message[] }

/** The nodes, PostgreSQL and Redis as queues. Times are in microseconds. Calls must be in the order of time. */
export interface DeliverySystem {
  post(message: Message, at: number): void
  search(node: number, at: number): void
  openStream(node: number, at: number): void
  beat(node: number, at: number): void
  /** Does a step that is due. */
  take(step: Step, at: number): void
  readonly batches: { commits: number; messages: number }
  /** How long each was busy: the average node, all cores of PostgreSQL together, the busiest shard of Redis. */
  busy(): { node: number; postgres: number; redis: number }
}

/** As in `message-writer.ts`. */
const MAX_BATCH = 512

const { send, committed, publish, receive, deliver, search, match, newStream, heartbeat } = valuesOf(NODE)
const postgres = valuesOf(POSTGRES)
const redis = valuesOf(REDIS)
const { hop } = valuesOf(NETWORK)

export function createDeliverySystem(
  { online, nodes, shards, slots }: { online: number; nodes: number; shards: number; slots: number },
  later: (at: number, step: Step) => void,
): DeliverySystem {
  const loops = Array.from({ length: nodes }, () => createStation(1))
  const database = createStation(postgres.cores)
  const redisShards = Array.from({ length: shards }, () => createStation(1))
  const writers = createWriters(nodes, database, later)
  const beatTime = (online / nodes / slots) * heartbeat
  const onNode = (index: number, at: number, time: number) => loops[index]?.serve(at, time) ?? at
  const onRedis = (shard: number, at: number, time: number) => redisShards[shard]?.serve(at, time) ?? at
  return {
    batches: writers.batches,
    post: (message, at) => later(onNode(message.from, at, send), { kind: 'ready', message }),
    search(index, at) {
      onNode(index, at, search + match / 2)
      database.serve(at + hop, postgres.match / 2)
      if (nodes > 1) onRedis(0, at, redis.match / 2)
    },
    openStream(index, at) {
      onNode(index, at, newStream)
      database.serve(at + hop, postgres.newStream)
      if (nodes > 1) onRedis(index % shards, at, redis.newStream)
    },
    beat: (index, at) => onNode(index, at, beatTime),
    take(step, at) {
      if (step.kind === 'ready') writers.add(step.message, at)
      else if (step.kind === 'executed') writers.flush(step.node, step.batch, at)
      else if (step.kind === 'committed') {
        const { batch } = step
        const passOn = nodes > 1 ? publish : deliver
        const done = onNode(step.node, at, batch.length * (committed + passOn))
        for (const message of batch)
          later(nodes > 1 ? done + hop : done, { kind: nodes > 1 ? 'append' : 'delivered', message })
        writers.next(step.node, at)
      } else if (step.kind === 'append') {
        // The members of a node are in all shards.
        const shard = Math.floor(step.message.postedAt) % shards
        later(onRedis(shard, at, redis.message) + hop, { kind: 'receive', message: step.message })
      } else if (step.kind === 'receive') {
        const done = onNode(step.message.to, at, receive + deliver)
        later(done, { kind: 'delivered', message: step.message })
      }
    },
    busy: () => ({
      node: loops.reduce((total, { busy }) => total + busy, 0) / nodes,
      postgres: database.busy,
      redis: nodes > 1 ? Math.max(...redisShards.map(({ busy }) => busy)) : 0,
    }),
  }
}

/** The message writers of the nodes: each commits one batch at a time, and messages that arrive form the next one. */
function createWriters(nodes: number, database: Station, later: (at: number, step: Step) => void) {
  const writers = Array.from({ length: nodes }, () => ({ waiting: [] as Message[], isCommitting: false }))
  const log = createGroupCommit(postgres.flush)
  const batches = { commits: 0, messages: 0 }
  function commit(index: number, at: number) {
    const writer = writers[index]
    if (!writer || writer.waiting.length === 0 || writer.isCommitting) return
    const batch = writer.waiting.splice(0, MAX_BATCH)
    writer.isCommitting = true
    batches.commits += 1
    batches.messages += batch.length
    const done = database.serve(at + hop, postgres.batch + batch.length * postgres.message)
    later(done, { kind: 'executed', node: index, batch })
  }
  return {
    batches,
    add(message: Message, at: number) {
      writers[message.from]?.waiting.push(message)
      commit(message.from, at)
    },
    flush: (index: number, batch: Message[], at: number) =>
      later(log.join(at) + hop, { kind: 'committed', node: index, batch }),
    next(index: number, at: number) {
      const writer = writers[index]
      if (writer) writer.isCommitting = false
      commit(index, at)
    },
  }
}
