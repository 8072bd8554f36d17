import * as z from 'zod'

/** The metrics of a process in Prometheus' text format. */
const metricsTextModel = z.object({ text: z.string(), contentType: z.string() })
export type MetricsText = z.output<typeof metricsTextModel>

/** What a worker sends to its parent. Other messages are ignored. */
const fromWorkerModel = z.discriminatedUnion('rapport', [
  z.object({ rapport: z.literal('ready'), url: z.string() }),
  /** Asks for the metrics of all workers. */
  z.object({ rapport: z.literal('collect metrics'), request: z.number() }),
  /** Answers the parent with the worker's own metrics; null when they could not be read. */
  z.object({ rapport: z.literal('own metrics'), request: z.number(), metrics: metricsTextModel.nullable() }),
])
export type FromWorker = z.output<typeof fromWorkerModel>

/** What the parent sends to a worker. */
const fromParentModel = z.discriminatedUnion('rapport', [
  z.object({ rapport: z.literal('stop') }),
  /** Asks for the worker's own metrics. */
  z.object({ rapport: z.literal('send metrics'), request: z.number() }),
  /** Answers the worker with the metrics of all workers. */
  z.object({ rapport: z.literal('all metrics'), request: z.number(), metrics: metricsTextModel }),
])
export type FromParent = z.output<typeof fromParentModel>

export const parseFromWorker = (message: unknown) => fromWorkerModel.safeParse(message).data ?? null
export const parseFromParent = (message: unknown) => fromParentModel.safeParse(message).data ?? null
