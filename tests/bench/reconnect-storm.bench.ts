/**
 * A node with thousands of streams is restarted: how long until every stream is back, whether messages are lost, and how
 * long a message of another member takes until then. Also the CPU time of a new stream. With Redis where it is installed.
 *
 *   node tests/bench/reconnect-storm.bench.ts [streams] [memory]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { TIMING } from '#schema/limits.ts'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { freePort, startRedis } from '../kit/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts'
import { milliseconds, percentile, say } from './figures.ts'
import { type StormMember, storeConversations, storeMembers } from './storm-members.ts'

const STREAMS = Number(process.argv[2] ?? 5_000)
const SENDERS = Math.min(50, STREAMS)
/** Each sender sends so often, in milliseconds. */
const SEND_EVERY = 500
const GIVE_UP = 60_000
/** Clock ticks of /proc in a second. */
const TICKS = 100

const reportModel = z.object({ ready: z.number(), lost: z.number(), resyncs: z.number() })
const receivedModel = z.object({ texts: z.record(z.string(), z.array(z.string())) })

const redis = process.argv[3] === 'memory' ? null : await startRedis()
const folder = await createDataFolder()
const database = await startEmbeddedPostgres({ dataDir: folder.path })
const port = await freePort()
const env = {
  PORT: String(port),
  DATABASE_URL: database.url,
  ...(redis ? { REDIS_URL: redis.url } : {}),
  DEMO: 'off',
  LOAD_SHEDDING: 'on',
  RATE_LIMIT_FACTOR: '100000',
}
const clients = fork(resolve(import.meta.dirname, 'reconnect-storm-clients.ts'))

async function ask(question: object | string): Promise<unknown> {
  const answer = once(clients, 'message')
  clients.send(question)
  return (await answer)[0]
}

/** User and system time of the process, in milliseconds. */
function cpuOf({ child }: ServerProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS
}

interface Sent {
  latencies: number[]
  /** The acknowledged texts of each receiver. */
  acknowledged: Map<string, string[]>
}

/** Sends until the signal aborts. A refused or failed call is sent again, as the web app does. */
async function send(
  sender: StormMember,
  conversationId: string,
  receiver: string,
  sent: Sent,
  end: AbortSignal,
) {
  const letters = [...conversationId].filter((letter) => /[a-f]/.test(letter)).join('')
  await wait(Math.random() * SEND_EVERY)
  for (let index = 0; !end.aborted; index += 1) {
    const message = `storm ${letters} ${[...String(index)].map((digit) => 'nopqrstuvw'[Number(digit)]).join('')}`
    const body = JSON.stringify({ conversationId, message, clientMessageId: crypto.randomUUID() })
    for (let isSent = false; !isSent; ) {
      const start = performance.now()
      isSent = await fetch(`http://127.0.0.1:${port}/api/v1/message`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
        body,
      }).then(
        async (response) => (await response.text()) !== '' && response.ok,
        () => false,
      )
      if (isSent) sent.latencies.push(performance.now() - start)
      else await wait(100 + Math.random() * 200)
    }
    const own = sent.acknowledged.get(receiver) ?? []
    sent.acknowledged.set(receiver, [...own, message])
    await wait(SEND_EVERY)
  }
}

async function untilAllBack(): Promise<z.infer<typeof reportModel>> {
  const end = performance.now() + GIVE_UP
  for (;;) {
    const report = reportModel.parse(await ask('report'))
    if ((report.ready === STREAMS && report.lost >= STREAMS) || performance.now() > end) return report
    await wait(50)
  }
}

async function openAll(server: ServerProcess, members: readonly StormMember[]) {
  const [cpu, start] = [cpuOf(server), performance.now()]
  await ask({ port, members })
  const seconds = (performance.now() - start) / 1_000
  const each = (cpuOf(server) - cpu) / members.length
  say(
    `${members.length} new streams, 100 at a time: ${Math.round(members.length / seconds)}/s, ${milliseconds(each)} CPU each`,
  )
}

async function storm(first: ServerProcess, members: readonly StormMember[]) {
  const senders = await storeMembers(database.url, SENDERS)
  const conversations = await storeConversations(database.url, senders, members)
  const sent: Sent = { latencies: [], acknowledged: new Map() }
  const end = new AbortController()
  const sending = senders.map((sender, index) =>
    send(sender, conversations[index] ?? '', members[index]?.id ?? '', sent, end.signal),
  )
  await wait(2_000)
  say(
    `before: message p50 ${milliseconds(percentile(sent.latencies, 0.5))}, p99 ${milliseconds(percentile(sent.latencies, 0.99))}`,
  )
  await first.stop()
  const server = startServerProcess(env)
  await server.ready
  const readyAt = performance.now()
  sent.latencies = []
  const cpu = cpuOf(server)
  const report = await untilAllBack()
  const seconds = (performance.now() - readyAt) / 1_000
  const each = (cpuOf(server) - cpu) / STREAMS
  say(
    `restarted: ${report.ready} of ${STREAMS} back ${seconds.toFixed(1)} s after the node was ready (clients wait ${TIMING.streamReconnect / 1_000} s), ` +
      `${milliseconds(each)} CPU each; message p50 ${milliseconds(percentile(sent.latencies, 0.5))}, p99 ${milliseconds(percentile(sent.latencies, 0.99))} of ${sent.latencies.length}`,
  )
  end.abort()
  await Promise.all(sending)
  await wait(1_000)
  sayLost(sent, receivedModel.parse(await ask('received')), report.resyncs)
  await server.stop()
}

function sayLost({ acknowledged }: Sent, { texts }: z.infer<typeof receivedModel>, resyncs: number) {
  const all = [...acknowledged].flatMap(([receiver, own]) => own.map((text) => ({ receiver, text })))
  const missing = all.filter(({ receiver, text }) => !texts[receiver]?.includes(text)).length
  const received = Object.values(texts).flat()
  say(
    `${all.length} messages acknowledged, ${missing} not received, ${received.length - new Set(received).size} twice; ` +
      `${resyncs} streams got resync, after which a client reads again`,
  )
}

const server = startServerProcess(env)
await server.ready
try {
  say(redis ? 'with Redis' : 'without Redis')
  const members = await storeMembers(database.url, STREAMS)
  await openAll(server, members)
  await storm(server, members)
} finally {
  clients.kill()
  server.child.kill()
  await database[Symbol.asyncDispose]()
  await redis?.stop()
  await folder.remove()
}
