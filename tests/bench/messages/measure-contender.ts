import type { Contender, Started } from '../contenders/contender.ts'
import type { Stores } from '../contenders/stores.ts'
import type { Sent } from '../driver/commands.ts'
import { type Driver, startDriver } from '../driver/start-driver.ts'
import { say, short } from '../figures.ts'

const CONNECTS_AT_ONCE = 32
const WARMUP_SECONDS = 1
/**
 * Before the first level. A server that has just started runs code that V8 has not optimized yet: on a slow machine the server
 * time of a message still fell by a third after three seconds.
 */
const FIRST_WARMUP = { do: 'send', inFlight: 32, warmup: 1, seconds: 8 } as const

export interface MessageFigures {
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

/** The figures of one run at each number of messages in flight. */
export type FiguresByLevel = ReadonlyMap<number, MessageFigures>

interface Load {
  /** Numbers of messages in flight. */
  levels: readonly number[]
  /** How long each level is measured. */
  seconds: number
}

/** Measures all levels on one start of the contender. */
export async function measureContender(
  contender: Contender,
  stores: Stores,
  { levels, seconds }: Load,
): Promise<FiguresByLevel> {
  const started = await contender.start()
  const driver = startDriver()
  const figures = new Map<number, MessageFigures>()
  try {
    driver.ask({ do: 'connect', load: started.load, pairs: [...contender.pairs], atOnce: CONNECTS_AT_ONCE })
    const { failed } = await driver.answer('connected')
    if (failed > 0) throw new Error(`${failed} connections were refused`)
    await warmUp(driver)
    for (const inFlight of levels) {
      const level = await measureLevel({ contender, started, driver, stores }, inFlight, seconds)
      figures.set(inFlight, level)
      sayFigures(contender.name, inFlight, level)
    }
  } finally {
    await driver.stop()
    for (const one of started.processes) await one.stop()
  }
  return figures
}

async function warmUp(driver: Driver) {
  driver.ask(FIRST_WARMUP)
  await driver.answer('measuring')
  await driver.answer('measured')
  await driver.answer('sent')
}

async function measureLevel(
  {
    contender,
    started,
    driver,
    stores,
  }: { contender: Contender; started: Started; driver: Driver; stores: Stores },
  inFlight: number,
  seconds: number,
): Promise<MessageFigures> {
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

function sayFigures(name: string, inFlight: number, figures: MessageFigures) {
  const { throughput, p50, p99, cpu, driverCpu, commits } = figures
  say(
    `  ${name}, ${inFlight} in flight: ${short(throughput)} messages/s, p50 ${short(p50)} ms, p99 ${short(p99)} ms, ` +
      `${short(cpu)} µs a message (driver ${short(driverCpu)} µs), ${short(commits)} commits a message`,
  )
}
