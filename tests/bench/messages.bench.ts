/**
 * Messages a second beside Socket.IO 4 and a bare server, on one PostgreSQL, each message committed before its sender has
 * the answer. docs/PERFORMANCE.md explains the figures.
 *
 *   npm run bench -- messages [--redis] [--runs 3] [--seconds 4] [--in-flight 8,32,128] [--servers socketio,bare,rapport]
 */
import { numbersOf, readOptions } from './bench-options.ts'
import type { Contender, ContenderName, Started } from './contenders/contender.ts'
import type { Stores } from './contenders/stores.ts'
import type { Sent } from './driver/commands.ts'
import { type Driver, startDriver } from './driver/start-driver.ts'
import { say, sayTable, short, spread } from './figures.ts'
import { interleave, type Results } from './interleave.ts'
import { ratioTo } from './ratios.ts'

const PAIRS = 200
const CONNECTS_AT_ONCE = 32
const WARMUP_SECONDS = 1
/** Before the first level. A server that has just started runs code that V8 has not optimized yet. */
const FIRST_WARMUP = { do: 'send', inFlight: 32, warmup: 1, seconds: 2 } as const

interface Figures {
  throughput: number
  p50: number
  p99: number
  /** Processor time of the servers for each message, in microseconds. */
  cpu: number
  /** The same of the load driver. */
  driverCpu: number
  commits: number
  isCorrect: boolean
}

const { servers, runs, more } = readOptions(process.argv.slice(2), {
  runs: '3',
  seconds: '4',
  'in-flight': '8,32,128',
})
const levels = numbersOf(more['in-flight'])
const [seconds = 4] = numbersOf(more.seconds)

const cpuOf = async ({ processes }: Started) => {
  const usages = await Promise.all(processes.map((one) => one.usage()))
  return usages.reduce((sum, { cpu }) => sum + cpu, 0)
}

/** Every message was answered, stored once and received once, and no connection was lost. */
function isCorrect(result: Sent, stored: Awaited<ReturnType<Contender['stored']>>): boolean {
  const { sent, acknowledged, received, repeated, lostConnections, errors } = result
  const counts = [acknowledged, received, stored.rows, stored.messages]
  return counts.every((count) => count === sent) && repeated + lostConnections + errors.length === 0
}

async function measureLevel(
  {
    contender,
    started,
    driver,
    stores,
  }: { contender: Contender; started: Started; driver: Driver; stores: Stores },
  inFlight: number,
): Promise<Figures> {
  const commits = await stores.writingTransactions()
  driver.ask({ do: 'send', inFlight, warmup: WARMUP_SECONDS, seconds })
  await driver.answer('measuring')
  const before = await cpuOf(started)
  const { cpu: driverCpu } = await driver.answer('measured')
  const used = (await cpuOf(started)) - before
  const result = await driver.answer('sent')
  const committed = (await stores.writingTransactions()) - commits
  const correct = isCorrect(result, await contender.stored(result.beginning))
  if (!correct) say(`${contender.name}: NOT CORRECT ${JSON.stringify(result)}`)
  return {
    throughput: result.measured / seconds,
    p50: result.p50,
    p99: result.p99,
    cpu: used / result.measured,
    driverCpu: driverCpu / result.measured,
    commits: committed / result.sent,
    isCorrect: correct,
  }
}

function sayFigures(name: ContenderName, inFlight: number, figures: Figures) {
  const { throughput, p50, p99, cpu, driverCpu, commits } = figures
  say(
    `  ${name}, ${inFlight} in flight: ${short(throughput)} messages/s, p50 ${short(p50)} ms, p99 ${short(p99)} ms, ` +
      `${short(cpu)} µs a message (driver ${short(driverCpu)} µs), ${short(commits)} commits a message`,
  )
}

async function warmUp(driver: Driver) {
  driver.ask(FIRST_WARMUP)
  await driver.answer('measuring')
  await driver.answer('measured')
  await driver.answer('sent')
}

/** Measures all levels on one start of the contender. */
async function measure(contender: Contender, stores: Stores): Promise<Map<number, Figures>> {
  const started = await contender.start()
  const driver = startDriver()
  const figures = new Map<number, Figures>()
  try {
    driver.ask({ do: 'connect', load: started.load, pairs: [...contender.pairs], atOnce: CONNECTS_AT_ONCE })
    const { failed } = await driver.answer('connected')
    if (failed > 0) throw new Error(`${failed} connections were refused`)
    await warmUp(driver)
    for (const inFlight of levels) {
      const level = await measureLevel({ contender, started, driver, stores }, inFlight)
      figures.set(inFlight, level)
      sayFigures(contender.name, inFlight, level)
    }
  } finally {
    await driver.stop()
    for (const one of started.processes) await one.stop()
  }
  return figures
}

function sayLevel(inFlight: number, all: Results<Map<number, Figures>>) {
  const results: Results<Figures> = new Map(
    [...all].map(([name, runsOf]) => [name, runsOf.flatMap((levelsOf) => levelsOf.get(inFlight) ?? [])]),
  )
  say(`\n${inFlight} in flight: median (min–max) of ${runs} runs`)
  sayTable(
    [
      'server',
      'messages/s',
      '× Socket.IO',
      '× bare',
      'p50 ms',
      'p99 ms',
      'p99 × Socket.IO',
      'CPU µs/message',
      'CPU × bare',
      'commits/message',
      'correct',
    ],
    [...results].map(([name, figures]) => [
      name,
      spread(figures.map((one) => one.throughput)),
      ratioTo(results, [name, 'socketio'], (one) => one.throughput),
      ratioTo(results, [name, 'bare'], (one) => one.throughput),
      spread(figures.map((one) => one.p50)),
      spread(figures.map((one) => one.p99)),
      ratioTo(results, [name, 'socketio'], (one) => one.p99),
      spread(figures.map((one) => one.cpu)),
      ratioTo(results, [name, 'bare'], (one) => one.cpu),
      spread(figures.map((one) => one.commits)),
      figures.every((one) => one.isCorrect) ? 'yes' : 'NO',
    ]),
  )
}

const results = await interleave({ servers, runs, pairs: PAIRS, measure })
for (const inFlight of levels) sayLevel(inFlight, results)
const all = [...results.values()].flat().flatMap((levelsOf) => [...levelsOf.values()])
if (!all.every((figures) => figures.isCorrect)) process.exitCode = 1
