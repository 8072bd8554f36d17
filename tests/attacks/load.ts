import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { rawRequest } from '../kit/raw-request.ts'
import { type Attack, postJson, type Target } from './attack.ts'

const CLIENTS = 2
const LASTS = 6_000
/** The CPU time that one query may cost, in milliseconds. Its latency varies too much on a busy machine. */
const TOLERATED = 5

const REPEATED_FIELD = `{me{${'email '.repeat(370)}}}`
const REPEATED_OBJECT = `{${'me{id displayName email interests age} '.repeat(180)}}`

/** Each query has its own name, so the server has not seen it before. */
const renamed = (selection: string) => `query Q${randomUUID().replaceAll('-', '')} ${selection}`

function milliseconds(agent: Agent, url: string): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/healthz`, { agent }, async (answer) => {
      await text(answer)
      resolve(performance.now() - begun)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The median time of /healthz over some seconds, in milliseconds. */
async function medianLatency(url: string, lasts: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const end = performance.now() + lasts
  while (performance.now() < end) {
    times.push(await milliseconds(agent, url))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  agent.destroy()
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** How much CPU the server has used so far, in milliseconds. */
async function cpuOf({ url }: Target): Promise<number> {
  const { text: metrics } = await rawRequest(url, 'GET', '/metrics')
  return 1_000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1] ?? Number.NaN)
}

async function measure(target: Target, query: string) {
  const idle = await medianLatency(target.url, LASTS / 3)
  const before = await cpuOf(target)
  let bombs = 0
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      await postJson(target, '/graphql', { query: renamed(query) })
      bombs += 1
    }
  })
  const busy = await medianLatency(target.url, LASTS)
  isOver = true
  await Promise.all(clients)
  const cost = ((await cpuOf(target)) - before) / bombs
  return { idle, busy, cost, rate: Math.round((bombs * 1_000) / LASTS) }
}

const bomb = (name: string, query: string): Attack => ({
  item: 4,
  name: `${name} (${query.length} bytes, ${CLIENTS} clients)`,
  expected: `at most ${TOLERATED} ms of CPU each`,
  async run(target) {
    const { idle, busy, cost, rate } = await measure(target, query)
    const latency = `/healthz ${idle.toFixed(0)} → ${busy.toFixed(0)} ms`
    return {
      seen: `${cost.toFixed(1)} ms of CPU, ${latency} at ${rate} queries/s`,
      holds: cost <= TOLERATED,
    }
  },
})

export const LOAD_ATTACKS: Attack[] = [
  bomb('ask for `email` 370 times, anonymously', REPEATED_FIELD),
  bomb('ask for five fields of `me` 180 times, anonymously', REPEATED_OBJECT),
]
