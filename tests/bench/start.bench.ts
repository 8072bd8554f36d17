/**
 * Time to ready and resident memory of a started server without load. docs/PERFORMANCE.md explains the figures.
 *
 *   npm run bench -- start [--redis] [--runs 3] [--servers socketio,bare,rapport]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender, ContenderName } from './contenders/contender.ts'
import { withStores } from './contenders/with-stores.ts'
import { say, short, spread } from './figures.ts'
import { interleave } from './interleave.ts'
import { commandOptions } from './options/command-options.ts'
import { wholeNumber } from './options/whole-numbers.ts'
import { ratioTo } from './ratios.ts'
import { sayByTopology } from './say-by-topology.ts'

/** A started server is idle for this long before its memory is read, in milliseconds. */
const IDLE = 10_000
const MEGABYTE = 1_024 * 1_024

interface Figures {
  /** From the start of the process until it accepts requests, in milliseconds. */
  ready: number
  /** Resident memory after ten seconds, and then after garbage collection, in megabytes. */
  memory: number
  collected: number
  /** What of it the heap of JavaScript uses. */
  heap: number
}

const { servers, runs } = commandOptions({ runs: wholeNumber(3) })

async function measure(contender: Contender): Promise<Figures> {
  const {
    processes: [node, ...others],
  } = await contender.start()
  if (!node) throw new Error('no process was started')
  try {
    await sleep(IDLE)
    const { rss } = await node.usage()
    const collected = await node.usage({ collect: true })
    const figures = {
      ready: node.startTime,
      memory: rss / MEGABYTE,
      collected: collected.rss / MEGABYTE,
      heap: collected.heapUsed / MEGABYTE,
    }
    sayFigures(contender.name, figures)
    return figures
  } finally {
    for (const one of [node, ...others]) await one.stop()
  }
}

const sayFigures = (name: ContenderName, { ready, memory, collected, heap }: Figures) =>
  say(
    `  ${name}: ready after ${short(ready)} ms, ${short(memory)} MB, ${short(collected)} MB after collection, ` +
      `of which ${short(heap)} MB heap`,
  )

const results = await withStores((stores) => interleave({ stores, servers, runs, pairs: 1, measure }))
sayByTopology(`a started node without load: median (min–max) of ${runs} runs`, results, [
  ['ready ms', '× Socket.IO', 'MB resident', 'MB after collection', '× Socket.IO', 'MB heap'],
  ({ name, figures, socketio }) => [
    spread(figures.map((one) => one.ready)),
    ratioTo(results, [name, socketio], (one) => one.ready),
    spread(figures.map((one) => one.memory)),
    spread(figures.map((one) => one.collected)),
    ratioTo(results, [name, socketio], (one) => one.collected),
    spread(figures.map((one) => one.heap)),
  ],
])
