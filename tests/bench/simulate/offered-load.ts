import { ratesOf } from './behaviour.ts'
import { NETWORK } from './parameters.ts'
import { node, postgres, redis } from './server-costs.ts'

const SECOND = 1e6

/** Returns the cores that all nodes together keep busy. A message costs more where nodes pass it on through Redis. */
export function coresOfNodes(online: number, isPassedOn: boolean): number {
  const { messages, searches, matches, reconnects, heartbeats } = ratesOf(online)
  const message = node.send + node.committed + node.deliver + (isPassedOn ? node.publish + node.receive : 0)
  const time =
    messages * message +
    searches * node.search +
    matches * node.match +
    reconnects * node.newStream +
    heartbeats * node.heartbeat
  return time / SECOND
}

/**
 * Returns how many messages a node commits together on average: those that arrive during a commit, at least one. A batch of
 * k takes T + k·t, and λ·(T + k·t) messages arrive in that time, which is k again.
 */
export function messagesABatch(messagesASecond: number): number {
  const fixed = postgres.batch + postgres.flush + 2 * NETWORK.hop.value
  const perSecond = messagesASecond / SECOND
  const growth = 1 - perSecond * postgres.message
  return growth > 0 ? Math.max(1, (perSecond * fixed) / growth) : Number.POSITIVE_INFINITY
}

/** Returns the cores of PostgreSQL that are busy, by the number of nodes: more nodes commit smaller batches. */
export function coresOfPostgres(online: number, nodes: number): number {
  const { messages, matches, reconnects } = ratesOf(online)
  const message = postgres.message + postgres.batch / messagesABatch(messages / nodes)
  return (messages * message + matches * postgres.match + reconnects * postgres.newStream) / SECOND
}

/** Returns the cores of Redis that are busy: with the tickets of the matching, which are on one shard, and all the rest. */
export function coresOfRedis(online: number): { matching: number; rest: number } {
  const { messages, matches, reconnects } = ratesOf(online)
  return {
    matching: (matches * redis.match) / SECOND,
    rest: (messages * redis.message + reconnects * redis.newStream) / SECOND,
  }
}
