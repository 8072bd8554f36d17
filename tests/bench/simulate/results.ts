import * as z from 'zod'

const share = z.number().min(0)

export const matchingFiguresModel = z.object({
  searches: z.number(),
  searchesASecond: z.number(),
  matchesASecond: z.number(),
  /** Waiting time of the matched, in seconds. */
  wait: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }),
  /** Share of all searches that were matched within this many seconds. */
  matchedWithin: z.object({ 10: share, 30: share, 60: share }),
  /** Share of the matched by the stage that their pair needed. */
  stages: z.array(z.object({ name: z.string(), share })),
  /** Shared interests of a pair, on average. */
  sharedInterests: z.number(),
  /** Share of the pairs with a common language. */
  commonLanguage: share,
  /** The sum of scores as a share of a strong matching that knows the whole sample in advance. */
  shareOfOptimum: share,
  /** Waiting members, on average over the moments at which a search begins. */
  crowd: z.number(),
  decisionsASearch: z.number(),
  /** In microseconds, with the work of the simulation. */
  cpuADecision: z.number(),
})

/** What helps the members of a small crowd to meet. */
export const HELPS = ['what to expect', 'ring me', 'interest bell', 'evenings'] as const
export type Help = (typeof HELPS)[number]

/** What became of the searches of a crowd of a few members a day. */
export const smallCrowdFiguresModel = z.object({
  searchesADay: z.number(),
  days: z.number(),
  /** Whether a third of the members choose ages. */
  haveAgeWishes: z.boolean(),
  /** The one that they have, `none` or `all four`. */
  help: z.string(),
  searches: z.number(),
  /** Share of all searches. */
  matched: share,
  /** Share of all searches that end in a chat as long as ten messages take. */
  tenMessages: share,
  /** In seconds, of the matched. */
  waitP50: z.number(),
  sharedInterests: z.number(),
  commonLanguage: share,
  /** Null with help: the optimum knows neither evenings nor closed apps. */
  shareOfOptimum: share.nullable(),
})

export const deliveryFiguresModel = z.object({
  online: z.number(),
  nodes: z.number(),
  shards: z.number(),
  /** Parts of the heartbeat interval. */
  slots: z.number(),
  messagesASecond: z.number(),
  /** From the request to the stream of the partner, in milliseconds; null where a resource is overloaded. */
  p50: z.number().nullable(),
  p99: z.number().nullable(),
  /** Share of a core that a node uses; of the cores of PostgreSQL; of a core that the busiest shard uses. */
  load: z.object({ node: share, postgres: share, redis: share }),
  messagesABatch: z.number().nullable(),
})

/** What a run of the simulation found: the raw figures of `--json`, and of docs/scaling/simulation.json. */
export const resultsModel = z.object({
  seed: z.number(),
  matching: z.array(z.object({ online: z.number(), seconds: z.number(), figures: matchingFiguresModel })),
  smallCrowds: z.array(smallCrowdFiguresModel),
  delivery: z.array(deliveryFiguresModel),
})

export type MatchingFigures = z.infer<typeof matchingFiguresModel>
export type SmallCrowdFigures = z.infer<typeof smallCrowdFiguresModel>
export type DeliveryFigures = z.infer<typeof deliveryFiguresModel>
export type Results = z.infer<typeof resultsModel>
