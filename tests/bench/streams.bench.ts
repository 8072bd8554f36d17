/**
 * New live streams a second, their processor time and the memory of an idle one, beside Socket.IO 4 and a bare server.
 * docs/PERFORMANCE.md explains the figures.
 *
 *   npm run bench -- streams [--redis] [--runs 3] [--streams 4000] [--servers socketio,bare,rapport]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender, ContenderName, Started } from './contenders/contender.ts'
import { withStores } from './contenders/with-stores.ts'
import { startDriver } from './driver/start-driver.ts'
import { say, short, spread } from './figures.ts'
import { interleave } from './interleave.ts'
import { commandOptions } from './options/command-options.ts'
import { wholeNumber } from './options/whole-numbers.ts'
import { ratioTo } from './ratios.ts'
import { sayByTopology } from './say-by-topology.ts'

const CONNECTS_AT_ONCE = 64
/** Opened before the measurement: they load code and fill caches. */
const WARMUP_PAIRS = 100
/** Work that follows a new stream, such as marking its member as online, has then ended. In milliseconds. */
const SETTLE = 5_000

interface Figures {
  /** New streams a second. */
  rate: number
  /** Processor time of the servers for each new stream, in microseconds. */
  cpu: number
  /** Resident memory for each idle stream after garbage collection, in kilobytes. */
  memory: number
}

const { servers, runs, streams } = commandOptions({ runs: wholeNumber(3), streams: wholeNumber(4_000) })

async function usageOf({ processes }: Started, collect: boolean) {
  const usages = await Promise.all(processes.map((one) => one.usage({ collect })))
  const sum = (key: 'cpu' | 'rss') => usages.reduce((total, usage) => total + usage[key], 0)
  return { cpu: sum('cpu'), rss: sum('rss') }
}

async function measure(contender: Contender): Promise<Figures> {
  const started = await contender.start()
  const driver = startDriver()
  try {
    const connect = async (pairs: Contender['pairs']) => {
      driver.ask({ do: 'connect', load: started.load, pairs: [...pairs], atOnce: CONNECTS_AT_ONCE })
      const { failed, connections, seconds } = await driver.answer('connected')
      if (failed > 0) throw new Error(`${contender.name} refused ${failed} streams`)
      return connections / seconds
    }
    await connect(contender.pairs.slice(0, WARMUP_PAIRS))
    await sleep(SETTLE)
    const before = await usageOf(started, true)
    const rate = await connect(contender.pairs.slice(WARMUP_PAIRS))
    const { cpu } = await usageOf(started, false)
    await sleep(SETTLE)
    const { rss } = await usageOf(started, true)
    const figures = {
      rate,
      cpu: (cpu - before.cpu) / streams,
      memory: (rss - before.rss) / streams / 1_024,
    }
    sayFigures(contender.name, figures)
    return figures
  } finally {
    await driver.stop()
    for (const one of started.processes) await one.stop()
  }
}

const sayFigures = (name: ContenderName, { rate, cpu, memory }: Figures) =>
  say(
    `  ${name}: ${short(rate)} streams/s, ${short(cpu)} µs a new stream, ${short(memory)} KB an idle stream`,
  )

const pairs = WARMUP_PAIRS + Math.ceil(streams / 2)
const results = await withStores((stores) => interleave({ stores, servers, runs, pairs, measure }))
sayByTopology(`${streams} streams: median (min–max) of ${runs} runs`, results, [
  [
    'new streams/s',
    '× Socket.IO',
    '× bare',
    'CPU µs/new stream',
    'CPU × Socket.IO',
    'KB/idle stream',
    'KB × Socket.IO',
    'KB × bare',
  ],
  ({ name, figures, socketio }) => [
    spread(figures.map((one) => one.rate)),
    ratioTo(results, [name, socketio], (one) => one.rate),
    ratioTo(results, [name, 'bare'], (one) => one.rate),
    spread(figures.map((one) => one.cpu)),
    ratioTo(results, [name, socketio], (one) => one.cpu),
    spread(figures.map((one) => one.memory)),
    ratioTo(results, [name, socketio], (one) => one.memory),
    ratioTo(results, [name, 'bare'], (one) => one.memory),
  ],
])
