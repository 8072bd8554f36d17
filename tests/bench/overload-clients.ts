/**
 * The clients of `overload.bench.ts`, in a process of their own. They send messages and read pages of messages, as fast as the
 * server answers or at a given rate.
 */
import * as z from 'zod'
import { connectHttp, type HttpConnection } from './driver/http-connection.ts'
import { percentile } from './figures.ts'

export const loadModel = z.object({
  url: z.string(),
  pairs: z.array(z.object({ conversationId: z.string(), token: z.string() })),
  connections: z.number(),
  /** Requests a second, whether or not earlier ones were answered; null sends the next one when the last one was answered. */
  rate: z.number().nullable(),
  seconds: z.number(),
})
type Load = z.output<typeof loadModel>

const outcomeModel = z.object({ good: z.number(), late: z.number(), refused: z.number(), other: z.number() })
export const resultModel = z.object({
  messages: outcomeModel,
  lists: outcomeModel,
  /** Requests that no connection was free for. */
  unsent: z.number(),
  p50: z.number(),
  p99: z.number(),
})
export type LoadResult = z.output<typeof resultModel>
type Outcome = z.output<typeof outcomeModel>

/** A later answer is no use to a person, in milliseconds. */
const IN_TIME = 2_000
/** Every so many requests, one is a list. */
const LIST_EVERY = 5
/** How often requests are started at a given rate, in milliseconds. */
const TICK = 5

function createTally() {
  const outcome = (): Outcome => ({ good: 0, late: 0, refused: 0, other: 0 })
  return { messages: outcome(), lists: outcome(), unsent: 0, times: [] as number[] }
}
type Tally = ReturnType<typeof createTally>

function kindOf(status: number, time: number): keyof Outcome {
  if (status === 503) return 'refused'
  if (status !== 200) return 'other'
  return time <= IN_TIME ? 'good' : 'late'
}

/** Sends one request. Resolves when it was answered, or failed. */
function send(connection: HttpConnection, { pairs }: Load, index: number, tally: Tally): Promise<void> {
  const { conversationId, token } = pairs[index % pairs.length] ?? { conversationId: '', token: '' }
  const isList = index % LIST_EVERY === 0
  const body = isList
    ? { id: conversationId, size: 20 }
    : { conversationId, message: `slow trains ${letters(index)}` }
  const from = performance.now()
  return new Promise((resolve) => {
    let status = 0
    const onHead = (given: number) => {
      status = given
    }
    const end = () => {
      const time = performance.now() - from
      const kind = kindOf(status, time)
      tally[isList ? 'lists' : 'messages'][kind] += 1
      if (kind === 'good' && !isList) tally.times.push(time)
      resolve()
    }
    connection.request(
      {
        method: 'POST',
        path: isList ? '/api/v1/messages' : '/api/v1/message',
        token,
        body: JSON.stringify(body),
      },
      { onHead, onData: () => undefined, onEnd: end, onError: end },
    )
  })
}

/** The message filter checks a row of digits as a phone number. */
const letters = (index: number) => [...String(index)].map((digit) => 'ghijklmnop'[Number(digit)]).join('')

async function answerByAnswer(load: Load, connections: HttpConnection[], tally: Tally, end: number) {
  let index = 0
  const worker = async (connection: HttpConnection) => {
    while (performance.now() < end) await send(connection, load, index++, tally)
  }
  await Promise.all(connections.map(worker))
}

async function atRate(load: Load, connections: HttpConnection[], tally: Tally, end: number) {
  const free = [...connections]
  const from = performance.now()
  const running = new Set<Promise<void>>()
  let index = 0
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - from) / 1_000) * (load.rate ?? 0))
    for (; index < due; index += 1) {
      const connection = free.pop()
      if (!connection) {
        tally.unsent += 1
        continue
      }
      const sent = send(connection, load, index, tally).then(() => {
        running.delete(sent)
        if (connection.isOpen) free.push(connection)
      })
      running.add(sent)
    }
    await new Promise((resolve) => setTimeout(resolve, TICK))
  }
  await Promise.all(running)
}

process.on('message', (question) => {
  const load = loadModel.parse(question)
  const tally = createTally()
  const connections = Array.from({ length: load.connections }, () => connectHttp(load.url))
  const end = performance.now() + load.seconds * 1_000
  const run = load.rate === null ? answerByAnswer : atRate
  void run(load, connections, tally, end).then(() => {
    for (const connection of connections) connection.close()
    const { times, ...counts } = tally
    const result: LoadResult = { ...counts, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
    process.send?.(result)
  })
})
