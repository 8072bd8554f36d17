import { createRandom } from '../../kit/waiting-times.ts'
import { percentile } from '../figures.ts'
import { ratesOf } from './behaviour.ts'
import { createDeliverySystem, type DeliverySystem, type Step } from './delivery-system.ts'
import { createEventQueue } from './event-queue.ts'
import { coresOfNodes, coresOfPostgres, coresOfRedis } from './offered-load.ts'
import { NODE, POSTGRES } from './parameters.ts'
import { createDraw } from './random.ts'
import type { DeliveryFigures } from './results.ts'

export interface DeliveryRun {
  online: number
  nodes: number
  /** Shards of Redis. The matching uses the first one. */
  shards: number
  /** Seconds that count. The second before is for the queues to reach their size. */
  seconds: number
  seed: number
  /** Parts of the heartbeat interval. The streams of a part are written at once. */
  slots: number
}

type Arrival = 'message' | 'search' | 'stream'
type Event = Step | { kind: 'arrival'; of: Arrival } | { kind: 'beat'; node: number }

const SECOND = 1e6
const WARM_UP = SECOND
/** Above this load a queue grows without end. */
const OVERLOADED = 0.99

/** Returns the load of each resource without queues. */
function offeredLoad({ online, nodes, shards }: DeliveryRun) {
  const { matching, rest } = coresOfRedis(online)
  return {
    node: coresOfNodes(online, nodes > 1) / nodes,
    postgres: coresOfPostgres(online, nodes) / POSTGRES.cores.value,
    redis: nodes > 1 ? matching + rest / shards : 0,
  }
}

/**
 * Sends messages through nodes, PostgreSQL and Redis, each a queue with the measured service times. A random proxy spreads
 * the members over the nodes. An overloaded system is not simulated: its figures are the load that it is offered.
 */
export function simulateDelivery(run: DeliveryRun): DeliveryFigures {
  const { online, nodes, shards, slots } = run
  const given = { online, nodes, shards, slots, messagesASecond: ratesOf(online).messages }
  const offered = offeredLoad(run)
  if (Math.max(...Object.values(offered)) >= OVERLOADED)
    return { ...given, p50: null, p99: null, load: offered, messagesABatch: null }
  const { times, system, until } = deliver(run)
  const { node, postgres, redis } = system.busy()
  const { commits, messages } = system.batches
  return {
    ...given,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    load: { node: node / until, postgres: postgres / until / POSTGRES.cores.value, redis: redis / until },
    messagesABatch: messages / commits,
  }
}

/** Returns the delivery times in milliseconds. Arrivals are Poisson processes; each node beats in turn. */
function deliver(run: DeliveryRun): { times: number[]; system: DeliverySystem; until: number } {
  const draw = createDraw(createRandom(run.seed))
  const events = createEventQueue<Event>()
  const system = createDeliverySystem(run, events.add)
  const rates = ratesOf(run.online)
  const means = { message: rates.messages, search: rates.searches, stream: rates.reconnects }
  const arriveNext = (of: Arrival, at: number) =>
    events.add(at + draw.exponential(SECOND / means[of]), { kind: 'arrival', of })
  const arrive = (kind: Arrival, at: number) => {
    arriveNext(kind, at)
    const node = draw.below(run.nodes)
    if (kind === 'message') system.post({ postedAt: at, from: node, to: draw.below(run.nodes) }, at)
    else if (kind === 'search') system.search(node, at)
    else system.openStream(node, at)
  }
  for (const kind of ['message', 'search', 'stream'] as const) arriveNext(kind, 0)
  const beatEvery = (NODE.heartbeatEvery.value / run.slots) * SECOND
  for (let node = 0; node < run.nodes; node += 1) events.add(draw.share() * beatEvery, { kind: 'beat', node })
  const until = WARM_UP + run.seconds * SECOND
  const times: number[] = []
  for (let next = events.next(); next && next.at < until; next = events.next()) {
    const { at, event } = next
    if (event.kind === 'arrival') arrive(event.of, at)
    else if (event.kind === 'beat') {
      events.add(at + beatEvery, event)
      system.beat(event.node, at)
    } else if (event.kind === 'delivered') {
      if (event.message.postedAt >= WARM_UP) times.push((at - event.message.postedAt) / 1_000)
    } else system.take(event, at)
  }
  return { times, system, until }
}
